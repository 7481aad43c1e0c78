import { AppError } from '../../lib/app-error.ts'
import { readOnce } from '../../lib/read-once.ts'
import type { Endpoint } from './endpoint.ts'
import { NodeFault, type FaultKind } from './node-fault.ts'
import type { EndpointWait } from './pacing/pacer.ts'
import type { RpcClient } from './request.ts'

/** One call over all endpoints of a network: the preferred endpoint first, the others when it fails. */
export interface Failover {
  /** Hosts in order of preference, for messages. */
  readonly hosts: string
  readonly call: Endpoint['call']
  /** The limits that callers currently wait for, one for each endpoint that has any. */
  waiting(): readonly EndpointWait[]
  /** Calls so far, including failed ones. */
  callsMade(): number
  /** Each endpoint alone, in the order in which calls try them. */
  each(): readonly SingleEndpoint[]
}

export interface SingleEndpoint extends RpcClient {
  readonly call: Endpoint['call']
}

/** Faults of one endpoint that may not occur at another. */
const TRY_NEXT: ReadonlySet<FaultKind> = new Set(['unreachable', 'busy', 'unsupported', 'no_state', 'behind', 'refused'])
/** If an endpoint asks for a longer pause, another one is called in the meantime. If it is the only endpoint, the call waits. */
const PATIENCE_MS = 2_000
/** Faults that would probably repeat with the next call. The endpoint is suspended for a while: it is tried only after all others. */
const SUSPENDING: ReadonlySet<FaultKind> = new Set(['unreachable', 'busy'])
const FIRST_SUSPENSION_MS = 5_000
const MAX_SUSPENSION_MS = 5 * 60_000

/**
 * @param check verifies the chain of an endpoint before its first call: an endpoint of another chain returns valid but wrong data
 * @param isMissing whether an answer only says that this endpoint does not have the requested thing. The others are then called, and the answer is
 *   returned only if none has it.
 */
export function openFailover(args: {
  endpoints: readonly Endpoint[]
  networkName: string
  check: (endpoint: Pick<Endpoint, 'host' | 'call'>, signal: AbortSignal) => Promise<void>
  isMissing?: (method: string, answer: unknown) => boolean
  now?: () => number
}): Failover {
  const now = args.now ?? performance.now.bind(performance)
  const suspensions = new Map<Endpoint, { until: number; ms: number }>()
  const checks = new Map<Endpoint, (signal: AbortSignal, patienceMs?: number) => Promise<void>>()
  let callsMade = 0

  function checkOnce(endpoint: Endpoint, signal: AbortSignal, patienceMs?: number): Promise<void> {
    const check =
      checks.get(endpoint) ??
      readOnce((own: AbortSignal, patience?: number) => {
        const call: Endpoint['call'] = (method, params) => endpoint.call(method, params, own, patience === undefined ? {} : { patienceMs: patience })
        return args.check({ host: endpoint.host, call }, own)
      })
    checks.set(endpoint, check)
    return check(signal, patienceMs)
  }

  const isSuspended = (endpoint: Endpoint): boolean => (suspensions.get(endpoint)?.until ?? 0) > now()

  /** In order of preference; endpoints that asked for a pause come after the others, and those that failed recently come last. */
  function inOrder(method: string | null): Endpoint[] {
    const rank = (endpoint: Endpoint): number => {
      if (isSuspended(endpoint)) return 2
      return method !== null && endpoint.pausedMs(method) > PATIENCE_MS ? 1 : 0
    }
    return args.endpoints.toSorted((a, b) => rank(a) - rank(b))
  }

  function suspend(endpoint: Endpoint): void {
    const ms = Math.min(MAX_SUSPENSION_MS, (suspensions.get(endpoint)?.ms ?? FIRST_SUSPENSION_MS / 2) * 2)
    suspensions.set(endpoint, { until: now() + ms, ms })
  }

  /** A call to one endpoint, with the check before its first call. */
  async function callOne(endpoint: Endpoint, ...[method, params, signal, options]: Parameters<Endpoint['call']>): Promise<unknown> {
    try {
      await checkOnce(endpoint, signal, options?.patienceMs)
      callsMade += 1
      const answer = await endpoint.call(method, params, signal, options)
      suspensions.delete(endpoint)
      return answer
    } catch (error) {
      if (!signal.aborted && error instanceof NodeFault && SUSPENDING.has(error.kind)) suspend(endpoint)
      throw error
    }
  }

  const clients = new Map<Endpoint, SingleEndpoint>(
    args.endpoints.map((endpoint) => [
      endpoint,
      { hosts: endpoint.host, call: (method, params, signal, options) => callOne(endpoint, method, params, signal, options) },
    ]),
  )

  return {
    hosts: args.endpoints.map((endpoint) => endpoint.host).join(', '),
    callsMade: () => callsMade,
    each: () => inOrder(null).flatMap((endpoint) => clients.get(endpoint) ?? []),
    waiting: () => args.endpoints.flatMap((endpoint) => endpoint.waiting() ?? []),
    async call(method, params, signal, options) {
      let last: unknown = null
      let missing: { readonly answer: unknown } | null = null
      const paused: Endpoint[] = []
      const tryOne = async (endpoint: Endpoint, patienceMs?: number): Promise<{ readonly answer: unknown } | null> => {
        try {
          const answer = await callOne(endpoint, method, params, signal, patienceMs === undefined ? options : { ...options, patienceMs })
          if (args.isMissing?.(method, answer) !== true) return { answer }
          missing = { answer }
        } catch (error) {
          if (signal.aborted) throw error
          if (error instanceof NodeFault && !TRY_NEXT.has(error.kind)) throw error
          if (!(error instanceof AppError)) throw error
          if (error instanceof NodeFault && error.kind === 'busy') paused.push(endpoint)
          last = error
        }
        return null
      }
      for (const endpoint of inOrder(method)) {
        const found = await tryOne(endpoint, args.endpoints.length === 1 ? undefined : PATIENCE_MS)
        if (found !== null) return found.answer
      }
      // No other endpoint has the answer, so the wait is worthwhile.
      for (const endpoint of paused.toSorted((a, b) => a.pausedMs(method) - b.pausedMs(method))) {
        const found = await tryOne(endpoint)
        if (found !== null) return found.answer
      }
      if (missing !== null) return (missing as { readonly answer: unknown }).answer
      throw last ?? new AppError('source_unavailable', { message: `No endpoint is set for ${args.networkName}.` })
    },
  }
}
