import { retry } from '../../lib/backoff.ts'
import { NodeFault, safeText } from './node-fault.ts'
import { openPacer, type EndpointWait } from './pacing/pacer.ts'
import type { PaceStore } from './pacing/saved-pace.ts'
import type { AnswerFaults, MakeFault } from './sending/answer.ts'
import { openBatcher } from './sending/batcher.ts'
import type { AnswerReader } from './sending/call.ts'
import { openRequests } from './sending/requests.ts'

/** One JSON-RPC endpoint with limits on time, size and concurrency, called at the pace that it allows. */
export interface Endpoint {
  readonly host: string
  /** @throws NodeFault when the call is refused or does not succeed after some tries; the signal's reason when cancelled */
  call(method: string, params: readonly unknown[], signal: AbortSignal, options?: CallOptions): Promise<unknown>
  /** Milliseconds until calls of the method go out again, because the endpoint asked for a pause. */
  pausedMs(method: string): number
  /** The limit that callers currently wait for; null if none do. */
  waiting(): EndpointWait | null
}

export interface CallOptions {
  /** Parses an answer's bytes instead of JSON.parse. */
  readonly reader?: AnswerReader | undefined
  /** Longest pause of the endpoint that the call waits for; without it, any. */
  readonly patienceMs?: number
}

export interface EndpointOptions {
  readonly url: string
  /** 0 ≤ x < 1, for the jitter between tries. */
  readonly random: () => number
  /** Classifies a refusal by its HTTP status, JSON-RPC code and text. */
  readonly classify: AnswerFaults['classify']
  /** A method without parameters that every endpoint of the chain answers. */
  readonly control: string
  readonly paces?: PaceStore | undefined
  readonly limits?: EndpointLimits
}

/** How often a call without an answer is repeated. */
export interface RetryLimits {
  /** Attempts for a call without an answer. A call that is refused because of the rate queues again as often as necessary. */
  readonly attempts: number
  readonly firstDelayMs: number
}

export interface EndpointLimits extends RetryLimits {
  readonly inFlight: number
  readonly timeoutMs: number
  /** A longer answer is cut off and reported as `too_large`. */
  readonly answerBytes: number
}

export const ENDPOINT_LIMITS: EndpointLimits = {
  inFlight: 16,
  timeoutMs: 30_000,
  answerBytes: 48 * 1024 * 1024,
  attempts: 4,
  firstDelayMs: 250,
}

export function openEndpoint({ url, random, classify, control, paces, limits = ENDPOINT_LIMITS }: EndpointOptions): Endpoint {
  const target = new URL(url)
  const { host } = target
  const fault: MakeFault = (method, kind, text, more) => new NodeFault({ kind, host, method, text: safeText(text), ...more })
  const { sendOne, sendBatch } = openRequests({ target, limits, faults: { classify, fault } })
  const pacer = openPacer({ url, host, inFlight: limits.inFlight, paces, control: (signal) => sendOne({ method: control, params: [] }, signal) })
  const batcher = openBatcher({ pacer, sendOne, sendBatch })

  return {
    host,
    call(method, params, signal, { reader, patienceMs } = {}) {
      return retryCall(() => batcher.call({ method, params, reader }, signal, patienceMs), limits, random, signal)
    },
    pausedMs: pacer.pausedMs,
    waiting: pacer.waiting,
  }
}

/** Repeats a call without an answer; a refusal is not worth another attempt. */
export function retryCall<T>(call: () => Promise<T>, { attempts, firstDelayMs }: RetryLimits, random: () => number, signal: AbortSignal): Promise<T> {
  return retry(call, { attempts, firstMs: firstDelayMs, random, signal, retryAfterMs })
}

const retryAfterMs = (error: unknown): number | null => (error instanceof NodeFault && error.kind === 'unreachable' ? 0 : null)
