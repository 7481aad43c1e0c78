import type { Frame } from './outbox.ts'

/** What a transport adds around the JSON of a frame, as text with a character per byte. */
export interface Framing {
  /** @param cursor the one in the JSON; null if it has none */
  before(jsonBytes: number, cursor: string | null): string
  readonly after: string
}

interface EventTopic {
  /** The envelope up to the address. */
  readonly head: Buffer
}

/** What tells a client, or the store, where an event is in its stream. */
export interface EventCursor {
  readonly row?: number | null
  readonly cursor?: string | null
  readonly retracts?: number | null
}

export class TopicEvent {
  /** The row of the event in the store; null if it has none. */
  readonly row: number | null
  /** The row of the event that it retracts; null if it retracts none. */
  readonly retracts: number | null
  readonly #head: Buffer
  readonly #tail: Buffer
  readonly #cursor: string | null
  #alone: EventBatch | null = null

  /** @param tail the envelope after the address, without its end */
  constructor(topic: EventTopic, tail: Buffer, { row = null, cursor = null, retracts = null }: EventCursor = {}) {
    this.#head = topic.head
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

  /** @param seq number of the event in its subscription, from 1 */
  frame(framing: Framing, seq: number): EventFrame {
    const cursor = this.#cursor === null ? '' : `,"cursor":"${this.#cursor}"`
    const end = `${BEFORE_NUMBER}${seq}${cursor}}`
    const before = framing.before(this.#head.length + this.#tail.length + end.length, this.#cursor)
    return { before, head: this.#head, tail: this.#tail, end: end + framing.after }
  }
}

/** The pieces of a frame. The texts have a character per byte. */
interface EventFrame {
  readonly before: string
  readonly head: Buffer
  readonly tail: Buffer
  readonly end: string
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
    for (let offset = at + digits - 1; offset >= at; offset--) {
      bytes[offset] = DIGIT_ZERO + (rest % 10)
      rest = Math.floor(rest / 10)
    }
  }
}

/** The bytes of a batch for subscribers that have the same numbers. */
class BatchFrame implements Frame {
  readonly framing: Framing
  readonly seq: number
  readonly #numbered: NumberedBytes

  constructor(framing: Framing, seq: number, numbered: NumberedBytes) {
    this.framing = framing
    this.seq = seq
    this.#numbered = numbered
  }

  get length(): number {
    return this.#numbered.length
  }

  bytes(): Buffer {
    return this.#numbered.bytes(this.seq)
  }

  keep(): void {
    this.#numbered.keep()
  }
}

/** Events of a topic that were published together. Their bytes are built once for all subscribers with the same framing and number of digits. */
export class EventBatch {
  readonly events: readonly TopicEvent[]
  /** The smallest and the largest row of the events. */
  readonly fromRow: number
  readonly toRow: number
  readonly hasRetractions: boolean
  readonly #built: { readonly framing: Framing; readonly digits: number; readonly numbered: NumberedBytes }[] = []
  /** The last frame. Subscribers that joined at the same time have the same numbers. */
  #last: BatchFrame | null = null

  constructor(events: readonly TopicEvent[]) {
    this.events = events
    let [fromRow, toRow, hasRetractions] = [Infinity, 0, false]
    for (const { row, retracts } of events) {
      fromRow = Math.min(fromRow, row ?? Infinity)
      toRow = Math.max(toRow, row ?? 0)
      hasRetractions ||= retracts !== null
    }
    this.fromRow = fromRow
    this.toRow = toRow
    this.hasRetractions = hasRetractions
  }

  /** @param seq number of the first event in its subscription */
  frame(framing: Framing, seq: number): Frame {
    if (this.#last === null || this.#last.framing !== framing || this.#last.seq !== seq)
      this.#last = new BatchFrame(framing, seq, this.#numbered(framing, seq))
    return this.#last
  }

  #numbered(framing: Framing, seq: number): NumberedBytes {
    const digits = String(seq).length
    if (String(seq + this.events.length - 1).length > digits) return this.#build(framing, seq)
    const built = this.#built.find((one) => one.framing === framing && one.digits === digits)
    if (built !== undefined) return built.numbered
    const numbered = this.#build(framing, seq)
    this.#built.push({ framing, digits, numbered })
    return numbered
  }

  #build(framing: Framing, seq: number): NumberedBytes {
    const frames = this.events.map((event, n) => event.frame(framing, seq + n))
    const bytes = Buffer.allocUnsafe(
      frames.reduce((sum, { before, head, tail, end }) => sum + before.length + head.length + tail.length + end.length, 0),
    )
    const numbersAt: number[] = []
    let at = 0
    for (const { before, head, tail, end } of frames) {
      at += bytes.write(before, at, 'latin1')
      bytes.set(head, at)
      at += head.length
      bytes.set(tail, at)
      at += tail.length
      numbersAt.push(at + BEFORE_NUMBER.length)
      at += bytes.write(end, at, 'latin1')
    }
    return new NumberedBytes(bytes, numbersAt, seq)
  }
}
