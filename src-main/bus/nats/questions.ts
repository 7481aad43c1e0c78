import { createInbox, type NatsConnection } from '@nats-io/transport-node'
import type { ApiErrorCode } from '../../../src-shared/contract/errors.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Logger } from '../../lib/logger.ts'
import { decodeJson, encodeJson } from './messages.ts'
import type { Reachability } from './reachability.ts'

const PREFIX = 'hs-ask'
/** One member of this queue group gets each question. */
const QUEUE = 'answering'
/** How often a process reports that it is working on an answer. */
const WORKING_MS = 1_000
/** A process that was silent for this time has ended or is paused. The question then goes to another process. */
const SILENT_MS = 5_000
const TRIES = 3
/** The server's status if nothing is subscribed (https://docs.nats.io/nats-concepts/core-nats/reqreply#no-responders). */
const NO_RESPONDERS = 503

type Reply = { readonly value: unknown } | { readonly code: ApiErrorCode; readonly message: string }
const WORKING = null

/** Questions from one process of the service to any other that can answer them. */
export class Questions {
  readonly #nc: NatsConnection
  readonly #logger: Logger
  readonly #reachability: Pick<Reachability, 'since'>

  constructor(nc: NatsConnection, logger: Logger, reachability: Pick<Reachability, 'since'>) {
    this.#nc = nc
    this.#reachability = reachability
    this.#logger = logger
  }

  async ask(question: string, args: unknown): Promise<unknown> {
    for (let left = TRIES; left > 0; left--) {
      const reply = await this.#askOne(question, args)
      if (reply === 'silent') continue
      if (reply === 'nobody') break
      if ('code' in reply) throw new AppError(reply.code, { message: reply.message })
      return reply.value
    }
    throw this.#unanswered()
  }

  answer(question: string, answer: (args: unknown) => Promise<unknown>): void {
    this.#nc.subscribe(`${PREFIX}.${question}`, {
      queue: QUEUE,
      callback: (error, message) => {
        if (error !== null) return
        const reply = (value: Reply | typeof WORKING): void => {
          // A process that is stopping leaves its questions to others.
          if (!this.#nc.isClosed()) message.respond(encodeJson(value))
        }
        const working = setInterval(() => reply(WORKING), WORKING_MS)
        answer(message.json())
          .then(
            (value) => reply({ value }),
            (fault: unknown) => {
              if (!(fault instanceof AppError)) this.#logger.error({ err: fault, question }, 'a question of another process failed')
              const { code, message } = fault instanceof AppError ? fault : new AppError('internal')
              reply({ code, message })
            },
          )
          .finally(() => clearInterval(working))
      },
    })
  }

  #unanswered(): AppError {
    const { since } = this.#reachability
    if (since === null)
      return new AppError('service_unavailable', {
        message: 'The NATS server of the service cannot be reached; try again when it is back.',
      })
    // Workers may reconnect later than this process.
    if (performance.now() - since < SILENT_MS)
      return new AppError('service_unavailable', { message: 'The NATS server of the service has just come back, and no worker answers yet.' })
    return new AppError('source_unavailable', { message: 'No worker of the service answers; try again when one runs.' })
  }

  /** The reply of one process. */
  async #askOne(question: string, args: unknown): Promise<Reply | 'silent' | 'nobody'> {
    const { promise, resolve } = Promise.withResolvers<Reply | 'silent' | 'nobody'>()
    const silence = setTimeout(() => resolve('silent'), SILENT_MS)
    const reply = createInbox()
    const inbox = this.#nc.subscribe(reply, {
      callback: (error, message) => {
        if (error !== null || message.headers?.code === NO_RESPONDERS) return resolve('nobody')
        silence.refresh()
        const received = decodeJson(message.data) as Reply | typeof WORKING
        if (received !== WORKING) resolve(received)
      },
    })
    this.#nc.publish(`${PREFIX}.${question}`, encodeJson(args ?? null), { reply })
    try {
      return await promise
    } finally {
      clearTimeout(silence)
      inbox.unsubscribe()
    }
  }
}
