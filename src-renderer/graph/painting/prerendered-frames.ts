import { LRUCache } from 'lru-cache'
import type { BackgroundPainter } from './background-painter.ts'
import { frameKey, viewKey, type Frame } from './frame.ts'
import { frameLabels } from './frame-labels.ts'

/** The frame on screen, and two in each direction of the slider. Each holds a panel's worth of pixels. */
const MAX_FRAMES = 5

/** Backgrounds of large graphs as bitmaps: recently shown frames, and frames that may be shown next. Only this class closes the bitmaps. */
export class PrerenderedFrames {
  readonly #painter: BackgroundPainter
  readonly #bitmaps = new LRUCache<string, ImageBitmap>({ max: MAX_FRAMES, dispose: (bitmap) => bitmap.close() })
  #wanted: readonly Frame[] = []

  constructor(painter: BackgroundPainter) {
    this.#painter = painter
  }

  /** Requests the missing frames, in this order, once the worker has nothing else to do. */
  prerender(frames: readonly Frame[]): void {
    this.#wanted = frames
    const missing = frames.filter((frame) => !this.#bitmaps.has(frameKey(frame)))
    for (const frame of missing) frameLabels(frame, null, null)
    this.#painter.paintLater(missing, (frame, bitmap) => {
      if (this.#wanted.some((wanted) => frameKey(wanted) === frameKey(frame))) this.keep(frame, bitmap)
      else bitmap.close()
    })
  }

  /** Whether frames are ready or being painted for this view. */
  isFor(frame: Frame): boolean {
    return this.#wanted.some((wanted) => viewKey(wanted) === viewKey(frame))
  }

  find(frame: Frame): ImageBitmap | null {
    return this.#bitmaps.get(frameKey(frame)) ?? null
  }

  /** Takes ownership of the bitmap of a frame. */
  keep(frame: Frame, bitmap: ImageBitmap): void {
    this.#bitmaps.set(frameKey(frame), bitmap)
  }

  clear(): void {
    this.#wanted = []
    this.#painter.paintLater([], (_, bitmap) => bitmap.close())
    this.#bitmaps.clear()
  }
}
