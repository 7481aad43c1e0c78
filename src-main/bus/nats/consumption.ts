import { DeliverPolicy, type ConsumerMessages, type JetStreamClient, type JetStreamManager, type JsMsg } from '@nats-io/jetstream'
import { Backoff } from '../../lib/backoff.ts'
import type { Logger } from '../../lib/logger.ts'

const PULL = { expires: 2_000, idle_heartbeat: 1_000, max_messages: 500 }
/** Three missed heartbeats mean that the consumer was lost with its server. */
const SILENT_MS = 3_000
const RETRY = { firstMs: 100, longestMs: 1_000 }

export interface ConsumptionOptions {
  readonly js: JetStreamClient
  readonly jsm: JetStreamManager
  readonly stream: string
  readonly filter: string
  /** Begins with the newest message of each subject, instead of from now on. */
  readonly withNewest: boolean
  readonly logger: Logger
  receive(subject: string, bytes: Uint8Array): void
}

/** Receives the messages of a subject from now on, each once and in order, across reconnections. */
export class Consumption {
  readonly #options: ConsumptionOptions
  readonly #stopping = new AbortController()
  readonly #ready = Promise.withResolvers<null>()
  /** The stream sequence to continue from; null before the first message. */
  #next: number | null = null
  #messages: ConsumerMessages | null = null
  #silence: NodeJS.Timeout | null = null

  constructor(options: ConsumptionOptions) {
    this.#options = options
    void this.#run()
  }

  get ready(): Promise<unknown> {
    return this.#ready.promise
  }

  stop(): void {
    this.#stopping.abort()
    this.#messages?.stop()
    this.#ready.resolve(null)
  }

  async #run(): Promise<void> {
    const backoff = new Backoff(RETRY)
    while (!this.#stopping.signal.aborted) {
      try {
        const messages = await this.#begin()
        backoff.reset()
        this.#ready.resolve(null)
        await messages.closed()
      } catch (error) {
        this.#options.logger.warn({ err: error, subject: this.#options.filter }, 'a subscription to the bus begins again')
      }
      await backoff.pause(this.#stopping.signal)
    }
  }

  async #begin(): Promise<ConsumerMessages> {
    const { js, jsm, stream, filter, withNewest } = this.#options
    if (!withNewest) this.#next ??= (await jsm.streams.info(stream)).state.last_seq + 1
    const from =
      this.#next === null
        ? { deliver_policy: DeliverPolicy.LastPerSubject }
        : { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: this.#next }
    const consumer = await js.consumers.get(stream, { filter_subjects: filter, ...from })
    const messages = await consumer.consume({ ...PULL, callback: (message) => this.#receive(message) })
    this.#messages = messages
    // The server keeps an ordered consumer for five minutes after its last request, and clients may come and go many times a second.
    const remove = (): Promise<unknown> => consumer.delete().catch(() => undefined)
    void messages.closed().then(remove, remove)
    void this.#stopWhenSilent(messages)
    if (this.#stopping.signal.aborted) messages.stop()
    return messages
  }

  /**
   * Ends a silent consumer, so that a new one begins. The client does not always do so: after a reconnect it stops watching heartbeats until the
   * server answers for the old consumer, which never happens if that consumer was on a lost server.
   */
  async #stopWhenSilent(messages: ConsumerMessages): Promise<void> {
    const silence = setTimeout(() => messages.stop(), SILENT_MS)
    this.#silence = silence
    for await (const { type } of messages.status()) if (type === 'heartbeat' || type === 'debug') silence.refresh()
    clearTimeout(silence)
  }

  #receive({ seq, subject, data }: JsMsg): void {
    this.#silence?.refresh()
    if (this.#stopping.signal.aborted || seq < (this.#next ?? 0)) return
    this.#next = seq + 1
    try {
      this.#options.receive(subject, data)
    } catch (error) {
      this.#options.logger.error({ err: error, subject }, 'an event of the bus could not be handled')
    }
  }
}
