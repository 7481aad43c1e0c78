/** Makes the bytes of a frame from the pieces of its JSON. `cursor` is the one in the JSON. */
export type Framing = (parts: readonly Uint8Array[], event: { readonly stream: string; readonly cursor: string | null } | null) => Buffer

interface EventTopic {
  readonly stream: string
  /** The envelope up to the address. */
  readonly head: Buffer
}

/** Where an event is in its stream. */
export interface EventPlace {
  readonly row?: number | null
  readonly cursor?: string | null
  readonly retracts?: number | null
}

/** Bytes that are made once for all subscribers with the same framing and number. */
class MadeBytes {
  readonly #made = new Map<Framing, Map<number, Buffer>>()

  get(framing: Framing, seq: number, make: () => Buffer): Buffer {
    const ofFraming = this.#made.get(framing) ?? new Map<number, Buffer>()
    this.#made.set(framing, ofFraming)
    const bytes = ofFraming.get(seq) ?? make()
    ofFraming.set(seq, bytes)
    return bytes
  }
}

/** An event of a topic. */
export class TopicEvent {
  /** The row of the event in the store; null if it has none. */
  readonly row: number | null
  /** The row of the event that it retracts; null if it retracts none. */
  readonly retracts: number | null
  readonly #topic: EventTopic
  readonly #tail: Buffer
  readonly #cursor: string | null
  readonly #made = new MadeBytes()

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
    return this.#made.get(framing, seq, () => {
      const cursor = this.#cursor === null ? '' : `,"cursor":"${this.#cursor}"`
      const end = Buffer.from(`,"seq":${seq}${cursor}}`)
      return framing([this.#topic.head, this.#tail, end], { stream: this.#topic.stream, cursor: this.#cursor })
    })
  }
}

/** Events of a topic that were published together. */
export class EventBatch {
  readonly events: readonly TopicEvent[]
  /** The smallest and the largest of their rows. */
  readonly fromRow: number
  readonly toRow: number
  readonly hasRetractions: boolean
  readonly #made = new MadeBytes()

  constructor(events: readonly TopicEvent[]) {
    const rows = events.flatMap(({ row }) => row ?? [])
    this.events = events
    this.fromRow = Math.min(Infinity, ...rows)
    this.toRow = Math.max(0, ...rows)
    this.hasRetractions = events.some(({ retracts }) => retracts !== null)
  }

  /** @param seq number of the first event in its subscription */
  bytes(framing: Framing, seq: number): Buffer {
    const [only] = this.events
    if (this.events.length === 1 && only !== undefined) return only.bytes(framing, seq)
    return this.#made.get(framing, seq, () => Buffer.concat(this.events.map((event, n) => event.bytes(framing, seq + n))))
  }
}
