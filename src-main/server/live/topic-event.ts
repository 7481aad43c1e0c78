/** Makes the bytes of a frame from the pieces of its JSON. `cursor` is the one in the JSON. */
export type Framing = (parts: readonly Uint8Array[], event: { readonly stream: string; readonly cursor: string | null } | null) => Buffer

interface EventTopic {
  readonly stream: string
  /** The envelope up to the address. */
  readonly head: Buffer
}

interface EventPlace {
  readonly row?: number | null
  readonly cursor?: string | null
  readonly retracts?: number | null
}

/** An event of a topic. Its bytes are made once for all subscribers with the same framing and number. */
export class TopicEvent {
  /** The row of the event in the store; null if it has none. */
  readonly row: number | null
  /** The row of the event that it retracts; null if it retracts none. */
  readonly retracts: number | null
  readonly #topic: EventTopic
  readonly #tail: Buffer
  readonly #cursor: string | null
  readonly #frames = new Map<Framing, Map<number, Buffer>>()

  /** @param tail the envelope after the address, without its end */
  constructor(topic: EventTopic, tail: Buffer, { row = null, cursor = null, retracts = null }: EventPlace = {}) {
    this.#topic = topic
    this.#tail = tail
    this.row = row
    this.retracts = retracts
    this.#cursor = cursor
  }

  get size(): number {
    return this.#tail.length
  }

  /** @param seq number of the event in its subscription, from 1 */
  bytes(framing: Framing, seq: number): Buffer {
    const frames = this.#frames.get(framing) ?? new Map<number, Buffer>()
    this.#frames.set(framing, frames)
    const made = frames.get(seq)
    if (made !== undefined) return made
    const cursor = this.#cursor === null ? '' : `,"cursor":"${this.#cursor}"`
    const end = Buffer.from(`,"seq":${seq}${cursor}}`)
    const frame = framing([this.#topic.head, this.#tail, end], { stream: this.#topic.stream, cursor: this.#cursor })
    frames.set(seq, frame)
    return frame
  }
}
