import { retry } from '../../../lib/backoff.ts'
import { NodeFault } from '../../rpc/node-fault.ts'
import type { Pacer } from '../../rpc/pacing/pacer.ts'

/** Retries for the gRPC and GraphQL clients: first at one endpoint, then at the next. */

/** If an endpoint asks for a longer pause, another one is called. If it is the only endpoint, the call waits. */
const PATIENCE_MS = 2_000

export interface RetryLimits {
  readonly attempts: number
  readonly firstDelayMs: number
}

/** Repeats a call that got no answer. */
export function retryCall<T>(call: () => Promise<T>, limits: RetryLimits, random: () => number, signal: AbortSignal): Promise<T> {
  return retry(call, { attempts: limits.attempts, firstMs: limits.firstDelayMs, random, signal, retryAfterMs })
}

const retryAfterMs = (error: unknown): number | null => (error instanceof NodeFault && error.kind === 'unreachable' ? 0 : null)

/**
 * Calls the endpoints in order of preference until one answers. If none does, calls those that asked for a pause again and waits for them.
 *
 * @param call receives the longest pause to wait for; if it is undefined, any pause
 * @param none thrown when `endpoints` is empty
 * @throws the NodeFault of the last endpoint, or any other error immediately
 */
export async function callFirst<E extends { readonly pacer: Pacer }, T>(
  endpoints: readonly E[],
  call: (endpoint: E, patienceMs?: number) => Promise<T>,
  none: Error,
  signal: AbortSignal,
): Promise<T> {
  let last: unknown = none
  const paused: E[] = []
  const patience = endpoints.length === 1 ? undefined : PATIENCE_MS
  for (const [endpoint, patienceMs] of inTurn()) {
    try {
      return await call(endpoint, patienceMs)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof NodeFault)) throw error
      if (error.kind === 'busy' && patienceMs !== undefined) paused.push(endpoint)
      last = error
    }
  }
  throw last

  function* inTurn(): Generator<readonly [E, number | undefined]> {
    for (const endpoint of endpoints) yield [endpoint, patience]
    for (const endpoint of paused) yield [endpoint, undefined]
  }
}
