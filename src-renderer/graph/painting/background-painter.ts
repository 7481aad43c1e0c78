import { groundLayer, plainLinks, plainShapes, type Scene } from './scene.ts'
import type { Camera } from './scene-labels.ts'
import type { ShapeMark } from './marks/mark.ts'

/** What is to be painted: a scene as a panel of this many CSS pixels sees it. */
export interface Sight {
  readonly scene: Scene
  readonly camera: Camera
  readonly width: number
  readonly height: number
}

/** What the page asks of `paint-worker.ts`. */
export interface GroundOrder {
  /** Device pixels. */
  readonly width: number
  readonly height: number
  /** From graph units to device pixels. */
  readonly view: readonly [number, number, number, number, number, number]
  readonly hulls: readonly ShapeMark[]
  /** Names the links and shapes of a scene, which the worker keeps until told to forget them. */
  readonly body: number
  /** Null where the worker has them. */
  readonly marks: readonly ShapeMark[] | null
  /** Bodies that are not asked for any more. */
  readonly forget: readonly number[]
}

export interface GroundAnswer {
  readonly bitmap: ImageBitmap
}

/** Is given the bitmap, to close it; null where the worker has failed and the page must paint by itself for a while. */
type Tell = (bitmap: ImageBitmap | null) => void

interface Task {
  readonly sight: Sight
  /** Null where nobody waits any more. */
  readonly tell: Tell | null
}

/** Scenes whose links and shapes the worker keeps: the one that is shown, and two each way of the slider. */
const MOST_BODIES = 5
/** A worker that takes longer hangs, or the machine is too busy: the largest picture is painted in a small part of it, the start of the worker included. */
const LIMIT_MS = 3_000
/** Before a worker that failed is tried again; twice as long after each time that it fails before it has painted a picture. */
const REST_MS = { first: 5_000, longest: 300_000 } as const
/** Nobody waits for a trial, and a machine that is that busy is better not given more to do. */
const TRIAL_LIMIT_MS = 10_000

/**
 * One order at a time; of those that come meanwhile the newest alone is kept: a hand on the slider waits for one picture, not
 * for all. What is painted ahead waits until nothing else is wanted. After the worker has failed the page paints, until a new
 * worker has painted something that nobody waits for.
 */
export class GroundPainter {
  #worker: Worker | null = null
  #failed = false
  #running: Task | null = null
  #next: Task | null = null
  #later: readonly Task[] = []
  /** Until the running order is given up, or until a worker that failed is tried again. */
  #timer: ReturnType<typeof setTimeout> | undefined
  #restMs: number = REST_MS.first
  /** Whose links and shapes the worker has, the one used longest ago first. */
  readonly #bodies = new Map<Scene, number>()
  #count = 0

  /** Safari before 16.4 paints nothing in a worker. */
  get isPossible(): boolean {
    return typeof OffscreenCanvas !== 'undefined' && !this.#failed
  }

  paint(sight: Sight, tell: Tell): void {
    this.#next = { sight, tell }
    this.#send()
  }

  /** Replaces what was to be painted ahead before and was not begun; what is being painted is not painted twice. */
  paintAhead(sights: readonly Sight[], tell: (sight: Sight, bitmap: ImageBitmap) => void): void {
    const missing = sights.filter((sight) => this.#running === null || this.#running.tell === null || this.#running.sight !== sight)
    this.#later = missing.map((sight) => ({ sight, tell: (bitmap) => void (bitmap === null || tell(sight, bitmap)) }))
    this.#send()
  }

  /** Nobody waits any more for what was asked. */
  callOff(): void {
    this.#next = null
    this.#later = []
    if (this.#running !== null) this.#running = { ...this.#running, tell: null }
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#worker?.terminate()
    this.#worker = null
    this.#failed = false
    this.#running = null
    this.#next = null
    this.#later = []
    this.#bodies.clear()
  }

  #send(): void {
    if (this.#running !== null) return
    const task = this.#next ?? this.#later[0]
    if (task === undefined) return
    if (task === this.#next) this.#next = null
    else this.#later = this.#later.slice(1)
    if (this.#failed) return task.tell?.(null)
    this.#running = task
    const order = this.#orderOf(task.sight)
    this.#started().postMessage(order, movableOf(order))
    this.#timer = setTimeout(() => this.#fail(), LIMIT_MS)
  }

  #tryAgain(): void {
    this.#started().postMessage(TRIAL)
    this.#timer = setTimeout(() => this.#fail(), TRIAL_LIMIT_MS)
  }

  #started(): Worker {
    if (this.#worker !== null) return this.#worker
    const worker = new Worker(new URL('../workers/paint-worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data: { bitmap } }: MessageEvent<GroundAnswer>) => this.#answer(bitmap)
    worker.onerror = () => this.#fail()
    worker.onmessageerror = () => this.#fail()
    this.#worker = worker
    return worker
  }

  #answer(bitmap: ImageBitmap): void {
    clearTimeout(this.#timer)
    // A trial tells only that the worker works; that it is fast enough is seen with the next picture.
    if (!this.#failed) this.#restMs = REST_MS.first
    this.#failed = false
    const tell = this.#running?.tell ?? null
    this.#running = null
    if (tell === null) bitmap.close()
    else tell(bitmap)
    this.#send()
  }

  /** A worker that could not start or paint, or hangs, will not paint the next time either: for a while the page does. */
  #fail(): void {
    const newest = this.#next ?? this.#running
    this.stop()
    this.#failed = true
    this.#timer = setTimeout(() => this.#tryAgain(), this.#restMs)
    this.#restMs = Math.min(2 * this.#restMs, REST_MS.longest)
    newest?.tell?.(null)
  }

  #orderOf({ scene, camera, width, height }: Sight): GroundOrder {
    const known = this.#bodies.get(scene)
    const body = known ?? this.#count++
    this.#bodies.delete(scene)
    this.#bodies.set(scene, body)
    const forget = [...this.#bodies].slice(0, -MOST_BODIES)
    for (const [gone] of forget) this.#bodies.delete(gone)
    const scale = devicePixelRatio
    return {
      width: Math.round(width * scale),
      height: Math.round(height * scale),
      view: [scale * camera.zoom, 0, 0, scale * camera.zoom, scale * camera.panX, scale * camera.panY],
      hulls: groundLayer(scene, 1 / camera.zoom),
      body,
      marks: known === undefined ? [...plainLinks(scene), ...plainShapes(scene)] : null,
      forget: forget.map(([, gone]) => gone),
    }
  }
}

/** A picture of one pixel with nothing on it, of no scene. */
const TRIAL: GroundOrder = { width: 1, height: 1, view: [1, 0, 0, 1, 0, 0], hulls: [], body: -1, marks: null, forget: [] }

/** Coordinates are handed over, not copied. */
function movableOf({ marks }: GroundOrder): Transferable[] {
  return (marks ?? []).flatMap((mark) => {
    const numbers = mark.kind === 'lines' ? mark.ends : mark.kind === 'dots' ? mark.circles : null
    return numbers instanceof Float32Array ? [numbers.buffer] : []
  })
}
