import { STREAMS } from '../../../src-shared/contract/streams.ts'
import type { ReadMissed } from './missed.ts'
import type { Outbox } from './outbox.ts'
import type { EventBatch, Framing, TopicEvent } from './topic-event.ts'
import type { Topic } from './topics.ts'

/** One topic of one client: numbers its events, and sends the stored ones that the client missed before the live ones. */
export class Subscription {
  readonly topic: Topic
  readonly #outbox: Outbox
  readonly #framing: Framing
  #seq = 0
  readonly #ending = new AbortController()
  #isCatchingUp = false
  /** Whether a page is being read. Events that are published meanwhile may be missing from it. */
  #isReading = false
  /** Events to send after the missed ones. */
  #waiting: TopicEvent[] = []
  #waitingBytes = 0
  /** The missed events up to this row were sent. */
  #caughtUpTo = 0

  /** The first and the last row of the stored events that the client has. */
  #hasFrom = Infinity
  #hasTo = 0
  readonly #retractions: boolean
  readonly #getsAll: boolean

  /** @param retractions whether the client wants retractions of events that the chain reverted */
  constructor(topic: Topic, outbox: Outbox, framing: Framing, retractions: boolean) {
    this.topic = topic
    this.#retractions = retractions
    this.#getsAll = STREAMS[topic.stream].delivery === 'every-event'
    this.#outbox = outbox
    this.#framing = framing
  }

  /** Whether an event was sent. */
  get hasSent(): boolean {
    return this.#seq > 0
  }

  /** Handles events that were just published. */
  receive(batch: EventBatch): void {
    if (this.#isCatchingUp || batch.fromRow <= this.#caughtUpTo || batch.hasRetractions || !this.#getsAll) {
      for (const event of batch.events) this.#receive(event)
    } else this.#write(batch)
  }

  #receive(event: TopicEvent): void {
    if (!this.#isCatchingUp) return this.#send(event)
    // A stored event that is published between two pages is in the next one.
    if (!this.#isReading && event.row !== null) return
    if (!this.#isReading && event.retracts !== null) return this.#send(event)
    this.#waiting.push(event)
    this.#waitingBytes += event.size
    this.#outbox.limit(this.#waitingBytes)
  }

  /**
   * Sends the missed events, page by page as the client reads them, then the events that arrived meanwhile. Every event stored before a page is read
   * is in that page or a later one.
   */
  async catchUp(read: ReadMissed): Promise<void> {
    this.#isCatchingUp = true
    let upTo = 0
    for (let isLast = false; !isLast;) {
      await this.#outbox.drained()
      if (this.ended.aborted) return
      this.#dropStored()
      this.#isReading = true
      const page = await read(upTo)
      if (this.ended.aborted) return
      this.#isReading = false
      if (page.hadUpTo !== undefined) [this.#hasFrom, this.#hasTo] = [0, Math.max(page.hadUpTo, this.#hasTo)]
      // A page contains only retractions of trades that the client has.
      for (const event of page.events) if (event.retracts === null || this.#retractions) this.#write(event.alone)
      ;({ upTo, isLast } = page)
      if (!isLast) for (const event of this.#waiting) if (event.row === null && event.retracts !== null) this.#send(event)
    }
    this.#caughtUpTo = upTo
    this.#isCatchingUp = false
    for (const event of this.#waiting.splice(0)) this.#send(event)
  }

  /** Called when the chain reverts all blocks from `from` on, for events whose rows are blocks. The replacing events count as new. */
  withdraw(from: number): void {
    this.#caughtUpTo = Math.min(this.#caughtUpTo, from - 1)
    this.#waiting = this.#waiting.filter(({ row }) => row === null || row < from)
  }

  /** Aborted when the client no longer wants the events. */
  get ended(): AbortSignal {
    return this.#ending.signal
  }

  end(): void {
    this.#ending.abort()
    this.#outbox.drop(this)
  }

  #dropStored(): void {
    this.#waiting = this.#waiting.filter(({ row, retracts }) => row === null && retracts === null)
    this.#waitingBytes = this.#waiting.reduce((sum, { size }) => sum + size, 0)
  }

  #send(event: TopicEvent): void {
    // The reading thread can answer faster than the writing thread, so an event can be published after a page already contained it.
    if (event.row !== null && event.row <= this.#caughtUpTo) return
    if (event.retracts !== null && !this.#wantsRetracted(event.retracts)) return
    if (this.#getsAll) this.#write(event.alone)
    else this.#outbox.sendNewest(this, event.alone.frame(this.#framing, ++this.#seq))
  }

  #write(batch: EventBatch): void {
    this.#hasFrom = Math.min(this.#hasFrom, batch.fromRow)
    this.#hasTo = Math.max(this.#hasTo, batch.toRow)
    this.#outbox.send(batch.frame(this.#framing, this.#seq + 1))
    this.#seq += batch.events.length
  }

  #wantsRetracted(row: number): boolean {
    return this.#retractions && row >= this.#hasFrom && row <= this.#hasTo
  }
}
