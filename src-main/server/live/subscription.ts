import { STREAMS } from '../../../src-shared/contract/streams.ts'
import type { ReadMissed } from './missed.ts'
import type { Outbox } from './outbox.ts'
import type { Framing, TopicEvent } from './topic-event.ts'
import type { Topic } from './topics.ts'

/** One topic of one client: numbers its events, and sends the stored ones that the client missed before the live ones. */
export class Subscription {
  readonly topic: Topic
  readonly #outbox: Outbox
  readonly #framing: Framing
  #seq = 0
  #ended = false
  #isCatchingUp = false
  /** Whether a page is being read. Events that are published meanwhile may be missing from it. */
  #isReading = false
  /** Events to send after the missed ones. */
  #waiting: TopicEvent[] = []
  #waitingBytes = 0
  /** The missed events up to this row were sent. */
  #caughtUpTo = 0

  constructor(topic: Topic, outbox: Outbox, framing: Framing) {
    this.topic = topic
    this.#outbox = outbox
    this.#framing = framing
  }

  /** Whether an event was sent. */
  get hasSent(): boolean {
    return this.#seq > 0
  }

  /** Takes an event that was just published. */
  receive(event: TopicEvent): void {
    if (!this.#isCatchingUp) return this.#send(event)
    // A stored event that is published between two pages is in the next one.
    if (event.row !== null && !this.#isReading) return
    this.#waiting.push(event)
    this.#waitingBytes += event.size
    this.#outbox.limit(this.#waitingBytes)
  }

  /**
   * Sends the stored events after a row, page by page as the client reads them, and then those that arrived meanwhile. Every event that is stored
   * before a page is read is in it or a later one.
   */
  async catchUp(after: number, read: ReadMissed): Promise<void> {
    this.#isCatchingUp = true
    let upTo = after
    for (let isLast = false; !isLast;) {
      await this.#outbox.drained()
      if (this.#ended) return
      this.#dropStored()
      this.#isReading = true
      const page = await read(upTo)
      if (this.#ended) return
      this.#isReading = false
      for (const event of page.events) this.#outbox.send(event.bytes(this.#framing, ++this.#seq))
      ;({ upTo, isLast } = page)
    }
    this.#caughtUpTo = upTo
    this.#isCatchingUp = false
    for (const event of this.#waiting.splice(0)) this.#send(event)
  }

  end(): void {
    this.#ended = true
    this.#outbox.drop(this)
  }

  #dropStored(): void {
    this.#waiting = this.#waiting.filter(({ row }) => row === null)
    this.#waitingBytes = this.#waiting.reduce((sum, { size }) => sum + size, 0)
  }

  #send(event: TopicEvent): void {
    // The answer of the reading thread can be faster than that of the writing one, so that an event is published after it was in a page.
    if (event.row !== null && event.row <= this.#caughtUpTo) return
    const frame = event.bytes(this.#framing, ++this.#seq)
    if (STREAMS[this.topic.stream].delivery === 'every-event') this.#outbox.send(frame)
    else this.#outbox.sendNewest(this, frame)
  }
}
