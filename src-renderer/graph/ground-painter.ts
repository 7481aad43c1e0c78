import type { ShapeMark } from './marks/mark.ts'

/** What the page asks of `paint-worker.ts`. */
export interface GroundOrder {
  /** Device pixels. */
  readonly width: number
  readonly height: number
  /** From graph units to device pixels. */
  readonly view: readonly [number, number, number, number, number, number]
  readonly hulls: readonly ShapeMark[]
  /** Links and shapes; null where they are those of the order before. */
  readonly body: readonly ShapeMark[] | null
}

export interface GroundAnswer {
  readonly bitmap: ImageBitmap
}

/** One order at a time; of those that come meanwhile the newest alone is kept: a hand on the slider waits for one picture, not for all. */
export class GroundPainter {
  #worker: Worker | null = null
  #told: ((bitmap: ImageBitmap) => void) | null = null
  #next: { readonly order: () => GroundOrder; readonly tell: (bitmap: ImageBitmap) => void } | null = null

  /** Safari before 16.4 paints nothing in a worker. */
  static readonly isPossible = typeof OffscreenCanvas !== 'undefined'

  /** `order` is made when its turn has come, for the worker remembers what it was given last. */
  paint(order: () => GroundOrder, tell: (bitmap: ImageBitmap) => void): void {
    this.#next = { order, tell }
    if (this.#told === null) this.#send()
  }

  stop(): void {
    this.#worker?.terminate()
    this.#worker = null
    this.#told = null
    this.#next = null
  }

  #send(): void {
    if (this.#next === null) return
    const { order, tell } = this.#next
    this.#next = null
    this.#told = tell
    const sent = order()
    this.#started().postMessage(sent, movableOf(sent))
  }

  #started(): Worker {
    if (this.#worker !== null) return this.#worker
    const worker = new Worker(new URL('./paint-worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data: { bitmap } }: MessageEvent<GroundAnswer>) => {
      const tell = this.#told
      this.#told = null
      tell?.(bitmap)
      bitmap.close()
      this.#send()
    }
    this.#worker = worker
    return worker
  }
}

/** Coordinates are handed over, not copied. */
function movableOf({ body }: GroundOrder): Transferable[] {
  return (body ?? []).flatMap((mark) => {
    const numbers = mark.kind === 'lines' ? mark.ends : mark.kind === 'dots' ? mark.circles : null
    return numbers instanceof Float32Array ? [numbers.buffer] : []
  })
}
