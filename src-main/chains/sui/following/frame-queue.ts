import { NodeFault } from '../../rpc/node-fault.ts'

/** Frames held while a gap is filled. When the queue overflows before the gap is filled, the session ends and the next one fills the gap. */
const MAX_BUFFERED_FRAMES = 100_000

/** Reads a stream ahead of its consumer, so no frame is lost while a gap is filled. */
export class FrameQueue<Frame> {
  readonly #frames: Frame[] = []
  #ended: { readonly error: unknown } | null = null
  #wake: (() => void) | null = null

  constructor(source: AsyncIterable<Frame>) {
    void this.#pump(source)
  }

  async #pump(source: AsyncIterable<Frame>): Promise<void> {
    try {
      for await (const frame of source) {
        this.#frames.push(frame)
        if (this.#frames.length > MAX_BUFFERED_FRAMES)
          throw new NodeFault({ kind: 'busy', host: 'Sui', method: 'subscribeTransactions', text: 'more frames arrived than can be buffered' })
        this.#wake?.()
      }
      throw new NodeFault({ kind: 'unreachable', host: 'Sui', method: 'subscribeTransactions', text: 'the server ended the stream' })
    } catch (error) {
      this.#ended = { error }
    }
    this.#wake?.()
  }

  /** The next frame. @throws the stream's error once its frames are consumed, also if the server ended the stream */
  async next(): Promise<Frame> {
    for (;;) {
      const frame = this.#frames.shift()
      if (frame !== undefined) return frame
      if (this.#ended !== null) throw this.#ended.error
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}
