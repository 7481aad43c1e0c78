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

  /** The end of the envelope. @param seq number of the event in its subscription, from 1 */
  end(seq: number): Buffer {
    const cursor = this.#cursor === null ? '' : `,"cursor":"${this.#cursor}"`
    return Buffer.from(`${BEFORE_NUMBER}${seq}${cursor}}`)
  }

  pieces(framing: Framing, end: Buffer): readonly Uint8Array[] {
    return framing([this.#topic.head, this.#tail, end], { stream: this.#topic.stream, cursor: this.#cursor })
  }
}

const BEFORE_NUMBER = ',"seq":'
const DIGIT_ZERO = 0x30

/** Bytes of a batch, and where the numbers of its events begin. */
interface Numbered {
  readonly bytes: Buffer
  readonly numbersAt: readonly number[]
}

/** Events of a topic that were published together. Their bytes are made once for all subscribers with the same framing and number. */
export class EventBatch {
  readonly events: readonly TopicEvent[]
  /** The smallest and the largest of their rows. */
  readonly fromRow: number
  readonly toRow: number
  readonly hasRetractions: boolean
  readonly #made = new Map<Framing, Map<number, Buffer>>()
  readonly #byDigits = new Map<Framing, Map<number, Numbered>>()

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
    const bytes = ofFraming.get(seq) ?? this.#make(framing, seq)
    ofFraming.set(seq, bytes)
    return bytes
  }

  /** Most subscribers have their own numbers. With as many digits, they are written into a copy of other bytes. */
  #make(framing: Framing, seq: number): Buffer {
    const digits = String(seq).length
    if (String(seq + this.events.length - 1).length > digits) return this.#build(framing, seq).bytes
    const ofFraming = this.#byDigits.get(framing) ?? new Map<number, Numbered>()
    this.#byDigits.set(framing, ofFraming)
    const known = ofFraming.get(digits)
    const numbered = known ?? this.#build(framing, seq)
    ofFraming.set(digits, numbered)
    return known === undefined ? numbered.bytes : renumber(known, seq, digits)
  }

  #build(framing: Framing, seq: number): Numbered {
    const all: Uint8Array[] = []
    const numbersAt: number[] = []
    let length = 0
    for (const [n, event] of this.events.entries()) {
      const end = event.end(seq + n)
      for (const piece of event.pieces(framing, end)) {
        if (piece === end) numbersAt.push(length + BEFORE_NUMBER.length)
        length += piece.length
        all.push(piece)
      }
    }
    return { bytes: Buffer.concat(all, length), numbersAt }
  }
}

function renumber({ bytes, numbersAt }: Numbered, seq: number, digits: number): Buffer {
  const copy = Buffer.from(bytes)
  for (const [n, at] of numbersAt.entries()) {
    let rest = seq + n
    for (let place = at + digits - 1; place >= at; place--) {
      copy[place] = DIGIT_ZERO + (rest % 10)
      rest = Math.floor(rest / 10)
    }
  }
  return copy
}
