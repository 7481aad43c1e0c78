/** The pieces of a frame around those of its JSON. `cursor` is the one in the JSON. */
export type Framing = (
  parts: readonly Uint8Array[],
  event: { readonly stream: string; readonly cursor: string | null } | null,
) => readonly Uint8Array[]

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

/** An event of a topic. */
export class TopicEvent {
  /** The row of the event in the store; null if it has none. */
  readonly row: number | null
  /** The row of the event that it retracts; null if it retracts none. */
  readonly retracts: number | null
  readonly #topic: EventTopic
  readonly #tail: Buffer
  readonly #cursor: string | null
  #alone: EventBatch | null = null

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

  /** The batch of this event, for all subscribers that get it by itself. */
  get alone(): EventBatch {
    return (this.#alone ??= new EventBatch([this]))
  }

  /** @param seq number of the event in its subscription, from 1 */
  pieces(framing: Framing, seq: number): readonly Uint8Array[] {
    const cursor = this.#cursor === null ? '' : `,"cursor":"${this.#cursor}"`
    const end = Buffer.from(`,"seq":${seq}${cursor}}`)
    return framing([this.#topic.head, this.#tail, end], { stream: this.#topic.stream, cursor: this.#cursor })
  }
}

/** Events of a topic that were published together. Their bytes are made once for all subscribers with the same framing and number. */
export class EventBatch {
  readonly events: readonly TopicEvent[]
  /** The smallest and the largest of their rows. */
  readonly fromRow: number
  readonly toRow: number
  readonly hasRetractions: boolean
  readonly #made = new Map<Framing, Map<number, Buffer>>()

  constructor(events: readonly TopicEvent[]) {
    const rows = events.flatMap(({ row }) => row ?? [])
    this.events = events
    this.fromRow = Math.min(Infinity, ...rows)
    this.toRow = Math.max(0, ...rows)
    this.hasRetractions = events.some(({ retracts }) => retracts !== null)
  }

  /** @param seq number of the first event in its subscription */
  bytes(framing: Framing, seq: number): Buffer {
    const ofFraming = this.#made.get(framing) ?? new Map<number, Buffer>()
    this.#made.set(framing, ofFraming)
    const bytes = ofFraming.get(seq) ?? Buffer.concat(this.events.flatMap((event, n) => event.pieces(framing, seq + n)))
    ofFraming.set(seq, bytes)
    return bytes
  }
}
