import type { NatsConnection } from '@nats-io/transport-node'
import type { ApiErrorCode } from '../../../src-shared/contract/errors.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Logger } from '../../lib/logger.ts'
import { decodeJson, encodeJson } from './messages.ts'

const PREFIX = 'hs-ask'
/** One of those that answer gets each question. */
const QUEUE = 'answering'
/** Longer than a scan may take. */
const TIMEOUT_MS = 75_000

type Reply = { readonly value: unknown } | { readonly code: ApiErrorCode; readonly say: string }

/** Questions from one process of the service to any other that can answer. A process that ends leaves its questions without an answer. */
export class Questions {
  readonly #nc: NatsConnection
  readonly #logger: Logger

  constructor(nc: NatsConnection, logger: Logger) {
    this.#nc = nc
    this.#logger = logger
  }

  async ask(question: string, args: unknown): Promise<unknown> {
    const message = await this.#nc.request(`${PREFIX}.${question}`, encodeJson(args ?? null), { timeout: TIMEOUT_MS }).catch((error: unknown) => {
      throw new AppError('source_unavailable', { say: 'No worker of the service answers; try again when one runs.', cause: error })
    })
    const reply = decodeJson(message.data) as Reply
    if ('code' in reply) throw new AppError(reply.code, { say: reply.say })
    return reply.value
  }

  answer(question: string, answer: (args: unknown) => Promise<unknown>): void {
    this.#nc.subscribe(`${PREFIX}.${question}`, {
      queue: QUEUE,
      callback: (error, message) => {
        if (error !== null) return
        const reply = (value: Reply): void => void message.respond(encodeJson(value))
        answer(message.json()).then(
          (value) => reply({ value }),
          (fault: unknown) => {
            if (!(fault instanceof AppError)) this.#logger.error({ err: fault, question }, 'a question of another process failed')
            const { code, say } = fault instanceof AppError ? fault : new AppError('internal')
            reply({ code, say })
          },
        )
      },
    })
  }
}
