import { NodeFault } from '../../rpc/node-fault.ts'
import type { Pacer } from '../../rpc/pacing/pacer.ts'

/** If an endpoint asks for a longer pause, another one is called. If it is the only endpoint, the call waits. */
const PATIENCE_MS = 2_000

/**
 * For the gRPC and GraphQL clients: calls the endpoints in order of preference until one answers. If none does, calls those that asked for a pause
 * again and waits for them.
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
