import { retry } from '../../../lib/backoff.ts'
import { NodeFault } from '../../rpc/node-fault.ts'

/** Retries for the gRPC and GraphQL clients: first at one endpoint, then at the next. */

/** An endpoint that asks for a longer wait is given up for the next one. */
const MAX_WAIT_MS = 60_000

export interface RetryLimits {
  readonly attempts: number
  readonly firstDelayMs: number
}

/** Repeats a call that another attempt may help, after the wait that the endpoint asks for or a growing one. */
export function retryCall<T>(call: () => Promise<T>, limits: RetryLimits, random: () => number, signal: AbortSignal): Promise<T> {
  return retry(call, { attempts: limits.attempts, firstMs: limits.firstDelayMs, random, signal, retryAfterMs })
}

function retryAfterMs(error: unknown): number | null {
  if (!(error instanceof NodeFault) || (error.kind !== 'unreachable' && error.kind !== 'busy')) return null
  const requestedMs = (error.waitSeconds ?? 0) * 1_000
  return requestedMs > MAX_WAIT_MS ? null : requestedMs
}

/**
 * Calls the endpoints in order of preference until one answers.
 *
 * @param none thrown when `endpoints` is empty
 * @throws the NodeFault of the last endpoint, or any other error immediately
 */
export async function callFirst<E, T>(endpoints: readonly E[], call: (endpoint: E) => Promise<T>, none: Error, signal: AbortSignal): Promise<T> {
  let last: unknown = none
  for (const endpoint of endpoints) {
    try {
      return await call(endpoint)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof NodeFault)) throw error
      last = error
    }
  }
  throw last
}
