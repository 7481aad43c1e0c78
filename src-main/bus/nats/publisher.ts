import { headers } from '@nats-io/transport-node'
import type { JetStreamClient } from '@nats-io/jetstream'
import { Backoff } from '../../lib/backoff.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Message } from './messages.ts'

const ACK_MS = 2_000
const RETRY = { firstMs: 50, longestMs: 1_000 }
/** The largest row of a message's trades. */
export const ROW_HEADER = 'Hs-Row'

export interface Outgoing extends Message {
  readonly row: number | null
}

/**
 * Sends messages until the server has stored them. Each subject has one message in flight: otherwise, after a failure, the following messages would
 * be stored before it.
 */
export class Publisher {
  readonly #js: JetStreamClient
  readonly #logger: Logger
  readonly #name: string
  readonly #queues = new Map<string, Promise<void>>()
  readonly #closing = new AbortController()
  #sent = 0

  /** @param name of this process, for the ids of messages that no other process sends */
  constructor(js: JetStreamClient, name: string, logger: Logger) {
    this.#js = js
    this.#name = name
    this.#logger = logger
  }

  publish(subject: string, message: Outgoing): void {
    const before = this.#queues.get(subject) ?? Promise.resolve()
    const sent = before.then(() => this.#send(subject, message, message.id ?? `${this.#name}:${++this.#sent}`))
    this.#queues.set(subject, sent)
    void sent.then(() => {
      if (this.#queues.get(subject) === sent) this.#queues.delete(subject)
    })
  }

  /** Resolves when everything published before is stored, or at the timeout. */
  async close(withinMs: number): Promise<void> {
    const cut = setTimeout(() => this.#closing.abort(), withinMs)
    await Promise.all(this.#queues.values())
    clearTimeout(cut)
  }

  async #send(subject: string, { bytes, row }: Outgoing, msgID: string): Promise<void> {
    const backoff = new Backoff(RETRY)
    while (!this.#closing.signal.aborted) {
      const own = headers()
      if (row !== null) own.set(ROW_HEADER, String(row))
      try {
        await this.#js.publish(subject, bytes, { msgID, timeout: ACK_MS, retries: 1, headers: own })
        return
      } catch (error) {
        this.#logger.warn({ err: error, subject }, 'the bus did not take a message, which is sent again')
        await backoff.pause(this.#closing.signal)
      }
    }
  }
}
