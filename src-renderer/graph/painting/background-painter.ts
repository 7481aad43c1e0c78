import { LRUCache } from 'lru-cache'
import type { PaintRequest, PaintResponse } from './paint-worker.ts'
import { frameKey, type Frame } from './frame.ts'
import { backgroundLayer, plainLinks, plainShapes, type Scene } from './scene.ts'

/** Receives the bitmap and must close it. Null if the worker has failed, so that the page must paint for a while. */
type OnPainted = (bitmap: ImageBitmap | null) => void

interface Task {
  readonly frame: Frame
  /** Null if the result is no longer wanted. */
  readonly onPainted: OnPainted | null
}

/** Scenes whose links and shapes the worker caches: the shown one, and two in each direction of the slider. */
const MAX_BODIES = 5
/**
 * A worker that takes longer is hanging, or the machine is too busy. The largest graph takes a small part of this time, including the worker's start.
 */
const TIMEOUT_MS = 3_000
/** Wait before a failed worker is probed, doubled after each failure until a frame is painted. */
const RETRY_MS = { first: 5_000, longest: 300_000 } as const
/** Nothing waits for a probe. */
const PROBE_TIMEOUT_MS = 10_000

/**
 * Paints backgrounds of large graphs in a worker, one request at a time. Only the newest waiting request is kept. Frames to paint ahead wait until
 * nothing else is requested. After the worker has failed, the page paints until a new worker has answered a probe.
 */
export class BackgroundPainter {
  #worker: Worker | null = null
  #failed = false
  #running: Task | null = null
  #next: Task | null = null
  #later: readonly Task[] = []
  /** Fires when the running request times out, or when a failed worker is due for a probe. */
  #timer: ReturnType<typeof setTimeout> | undefined
  #retryMs: number = RETRY_MS.first
  #forgotten: number[] = []
  /** Ids under which the worker caches the links and shapes of a scene. */
  readonly #bodies = new LRUCache<Scene, number>({ max: MAX_BODIES, dispose: (id) => this.#forgotten.push(id) })
  #bodyCount = 0

  /** Safari before 16.4 has no 2D canvas in workers. */
  get isAvailable(): boolean {
    return typeof OffscreenCanvas !== 'undefined' && !this.#failed
  }

  paint(frame: Frame, onPainted: OnPainted): void {
    this.#next = { frame, onPainted }
    this.#send()
  }

  /** Replaces the frames to paint ahead. A frame that is already being painted is not painted twice. */
  paintLater(frames: readonly Frame[], onPainted: (frame: Frame, bitmap: ImageBitmap) => void): void {
    const running = this.#running === null || this.#running.onPainted === null ? null : frameKey(this.#running.frame)
    const missing = frames.filter((frame) => frameKey(frame) !== running)
    this.#later = missing.map((frame) => ({ frame, onPainted: (bitmap) => void (bitmap === null || onPainted(frame, bitmap)) }))
    this.#send()
  }

  /** Discards all requests so far. */
  cancel(): void {
    this.#next = null
    this.#later = []
    if (this.#running !== null) this.#running = { ...this.#running, onPainted: null }
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
    this.#forgotten = []
  }

  #send(): void {
    if (this.#running !== null) return
    const task = this.#next ?? this.#later[0]
    if (task === undefined) return
    if (task === this.#next) this.#next = null
    else this.#later = this.#later.slice(1)
    if (this.#failed) return task.onPainted?.(null)
    this.#running = task
    this.#startWorker().postMessage(this.#requestFor(task.frame))
    this.#timer = setTimeout(() => this.#fail(), TIMEOUT_MS)
  }

  #probe(): void {
    this.#startWorker().postMessage(PROBE)
    this.#timer = setTimeout(() => this.#fail(), PROBE_TIMEOUT_MS)
  }

  #startWorker(): Worker {
    if (this.#worker !== null) return this.#worker
    const worker = new Worker(new URL('./paint-worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data: { bitmap } }: MessageEvent<PaintResponse>) => this.#finish(bitmap)
    worker.onerror = () => this.#fail()
    worker.onmessageerror = () => this.#fail()
    this.#worker = worker
    return worker
  }

  #finish(bitmap: ImageBitmap): void {
    clearTimeout(this.#timer)
    // A probe only shows that the worker responds. The next frame shows whether it is fast enough.
    if (!this.#failed) this.#retryMs = RETRY_MS.first
    this.#failed = false
    const onPainted = this.#running?.onPainted ?? null
    this.#running = null
    if (onPainted === null) bitmap.close()
    else onPainted(bitmap)
    this.#send()
  }

  /** A worker that cannot start, cannot paint or hangs will not paint the next frame either. */
  #fail(): void {
    const newest = this.#next ?? this.#running
    this.stop()
    this.#failed = true
    this.#timer = setTimeout(() => this.#probe(), this.#retryMs)
    this.#retryMs = Math.min(2 * this.#retryMs, RETRY_MS.longest)
    newest?.onPainted?.(null)
  }

  #requestFor({ scene, camera, width, height }: Frame): PaintRequest {
    const known = this.#bodies.get(scene)
    const body = known ?? this.#bodyCount++
    if (known === undefined) this.#bodies.set(scene, body)
    const forget = this.#forgotten
    this.#forgotten = []
    const scale = devicePixelRatio
    return {
      width: Math.round(width * scale),
      height: Math.round(height * scale),
      view: [scale * camera.zoom, 0, 0, scale * camera.zoom, scale * camera.panX, scale * camera.panY],
      hulls: backgroundLayer(scene, 1 / camera.zoom),
      body,
      marks: known === undefined ? [...plainLinks(scene), ...plainShapes(scene)] : null,
      forget,
    }
  }
}

/** An empty image of one pixel. */
const PROBE: PaintRequest = { width: 1, height: 1, view: [1, 0, 0, 1, 0, 0], hulls: [], body: -1, marks: null, forget: [] }
