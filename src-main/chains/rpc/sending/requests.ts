import { postJson } from '../../../lib/http-post.ts'
import { NodeFault } from '../node-fault.ts'
import { ownSignal } from '../own-signal.ts'
import { isOk, parseJson, readAnswer, readBatch, type AnswerFaults, type HttpAnswer } from './answer.ts'
import type { Call, Outcome } from './call.ts'

export interface RequestsOptions {
  readonly target: URL
  readonly limits: { readonly timeoutMs: number; readonly answerBytes: number }
  readonly faults: AnswerFaults
}

/** Sends calls over HTTP. The length of each answer is returned with it. */
export interface Requests {
  /** @throws NodeFault */
  sendOne(call: Call, signal: AbortSignal): Promise<{ readonly result: unknown; readonly bytes: number }>
  /** @throws NodeFault if the rate is exceeded or nothing is answered, BatchRejected if not every call is */
  sendBatch(calls: readonly Call[], signal: AbortSignal): Promise<{ readonly outcomes: readonly Outcome[]; readonly bytes: number }>
}

interface NumberedCall extends Omit<Call, 'reader'> {
  readonly jsonrpc: '2.0'
  readonly id: number
}

/** Shorter answers parse faster than they can be sent to another thread. */
const READER_FROM_BYTES = 256 * 1024

export function openRequests({ target, limits, faults }: RequestsOptions): Requests {
  let lastId = 0

  async function post(method: string, request: unknown, signal: AbortSignal): Promise<HttpAnswer> {
    signal.throwIfAborted()
    const own = ownSignal(signal)
    let late = false
    const limit = setTimeout(() => {
      late = true
      own.abort()
    }, limits.timeoutMs)
    try {
      const { answerBytes } = limits
      const { status, waitSeconds, body } = await postJson(target, JSON.stringify(request), { signal: own.signal, answerBytes })
      if (body === null) throw faults.fault(method, 'too_large', `answer above ${answerBytes} bytes`)
      return { status, waitSeconds, body }
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof NodeFault) throw error
      throw faults.fault(method, 'unreachable', late ? `no answer within ${limits.timeoutMs / 1000} s` : reason(error), { cause: error })
    } finally {
      clearTimeout(limit)
      own.leave()
    }
  }

  const numbered = ({ method, params }: Call): NumberedCall => {
    lastId += 1
    return { jsonrpc: '2.0', id: lastId, method, params }
  }

  return {
    async sendOne(call, signal) {
      const { method, reader } = call
      const request = numbered(call)
      const answer = await post(method, request, signal)
      const apart = isOk(answer) && reader !== undefined && answer.body.byteLength > READER_FROM_BYTES
      const outcome = readAnswer(method, request.id, apart ? await reader(answer.body, signal) : parseJson(answer.body), answer, faults)
      if ('fault' in outcome) throw outcome.fault
      return { result: outcome.result, bytes: answer.body.byteLength }
    },
    async sendBatch(calls, signal) {
      const firstId = lastId + 1
      const answer = await post(calls[0]?.method ?? '', calls.map(numbered), signal)
      return { outcomes: readBatch(calls, firstId, answer, faults), bytes: answer.body.byteLength }
    },
  }
}

function reason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}
