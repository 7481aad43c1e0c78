import type { Frame } from './outbox.ts'

/** Adds a transport's pieces around the JSON pieces of a frame. `cursor` is the one in the JSON. */
export type Framing = (
  parts: readonly Uint8Array[],
  event: { readonly stream: string; readonly cursor: string | null } | null,
) => readonly Uint8Array[]

interface EventTopic {
  readonly stream: string
  /** The envelope up to the address. */
  readonly head: Buffer
}

/** The position of an event in its stream. */
export interface EventPlace {
  readonly row?: number | null
  readonly cursor?: string | null
  readonly retracts?: number | null
}

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

  /** The batch of this event alone, shared by all subscribers that receive it on its own. */
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

/** Bytes of a batch, in which the numbers of the events are overwritten for each subscriber. */
class NumberedBytes {
  #bytes: Buffer
  readonly #numbersAt: readonly number[]
  readonly #digits: number
  #seq: number
  #isKept = false

  /** @param numbersAt offsets of the numbers, which begin with `seq` and all have the same number of digits */
  constructor(bytes: Buffer, numbersAt: readonly number[], seq: number) {
    this.#bytes = bytes
    this.#numbersAt = numbersAt
    this.#seq = seq
    this.#digits = String(seq).length
  }

  get length(): number {
    return this.#bytes.length
  }

  bytes(seq: number): Buffer {
    if (seq === this.#seq) return this.#bytes
    if (this.#isKept) this.#bytes = Buffer.from(this.#bytes)
    this.#isKept = false
    this.#seq = seq
    writeNumbers(this.#bytes, this.#numbersAt, seq, this.#digits)
    return this.#bytes
  }

  keep(): void {
    this.#isKept = true
  }
}

function writeNumbers(bytes: Buffer, numbersAt: readonly number[], first: number, digits: number): void {
  let number = first
  for (const at of numbersAt) {
    let rest = number++
    for (let place = at + digits - 1; place >= at; place--) {
      bytes[place] = DIGIT_ZERO + (rest % 10)
      rest = Math.floor(rest / 10)
    }
  }
}

/** Events of a topic that were published together. Their bytes are built once for all subscribers with the same framing and number of digits. */
export class EventBatch {
  readonly events: readonly TopicEvent[]
  /** The smallest and the largest row of the events. */
  readonly fromRow: number
  readonly toRow: number
  readonly hasRetractions: boolean
  readonly #byDigits = new Map<Framing, Map<number, NumberedBytes>>()
  /** The last frame. Subscribers that joined at the same time have the same numbers. */
  #last: (Frame & { readonly framing: Framing; readonly seq: number }) | null = null

  constructor(events: readonly TopicEvent[]) {
    const rows = events.flatMap(({ row }) => row ?? [])
    this.events = events
    this.fromRow = Math.min(Infinity, ...rows)
    this.toRow = Math.max(0, ...rows)
    this.hasRetractions = events.some(({ retracts }) => retracts !== null)
  }

  /** @param seq number of the first event in its subscription */
  frame(framing: Framing, seq: number): Frame {
    if (this.#last === null || this.#last.framing !== framing || this.#last.seq !== seq) {
      const numbered = this.#numbered(framing, seq)
      this.#last = { framing, seq, length: numbered.length, bytes: () => numbered.bytes(seq), keep: () => numbered.keep() }
    }
    return this.#last
  }

  #numbered(framing: Framing, seq: number): NumberedBytes {
    const digits = String(seq).length
    if (String(seq + this.events.length - 1).length > digits) return this.#build(framing, seq)
    const ofFraming = this.#byDigits.get(framing) ?? new Map<number, NumberedBytes>()
    this.#byDigits.set(framing, ofFraming)
    const numbered = ofFraming.get(digits) ?? this.#build(framing, seq)
    ofFraming.set(digits, numbered)
    return numbered
  }

  #build(framing: Framing, seq: number): NumberedBytes {
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
    return new NumberedBytes(Buffer.concat(all, length), numbersAt, seq)
  }
}
