import { AppError } from '../../lib/app-error.ts'
import type { Endpoint } from './endpoint.ts'
import { NodeFault, type FaultKind } from './node-fault.ts'
import type { RpcClient } from './request.ts'

/** One call over all endpoints of a network: the preferred endpoint first, the others when it fails. */
export interface Failover {
  /** Hosts in order of preference, for messages. */
  readonly hosts: string
  readonly call: Endpoint['call']
  /** Each endpoint alone, in the order in which calls try them. */
  each(): readonly RpcClient[]
}

/** Faults of one endpoint that may not occur at another. */
const TRY_NEXT: ReadonlySet<FaultKind> = new Set(['unreachable', 'busy', 'unsupported', 'no_state', 'refused'])
/** Faults that would probably repeat with the next call. The endpoint is suspended for a while: it is tried only after all others. */
const SUSPENDING: ReadonlySet<FaultKind> = new Set(['unreachable', 'busy'])
const FIRST_SUSPENSION_MS = 5_000
const MAX_SUSPENSION_MS = 5 * 60_000

/**
 * @param check verifies the chain of an endpoint before its first call: an endpoint of another chain returns valid but wrong data
 * @param isMissing whether an answer only says that this endpoint does not have the requested thing. The others are asked, and the answer
 *   is returned when none has it.
 */
export function openFailover(args: {
  endpoints: readonly Endpoint[]
  networkName: string
  check: (endpoint: Endpoint, signal: AbortSignal) => Promise<void>
  isMissing?: (method: string, answer: unknown) => boolean
  now?: () => number
}): Failover {
  const now = args.now ?? performance.now.bind(performance)
  const suspensions = new Map<Endpoint, { until: number; ms: number }>()
  const checked = new Map<Endpoint, Promise<void>>()

  function checkOnce(endpoint: Endpoint, signal: AbortSignal): Promise<void> {
    const known = checked.get(endpoint)
    if (known !== undefined) return known
    const check = args.check(endpoint, signal)
    checked.set(endpoint, check)
    check.catch(() => checked.delete(endpoint))
    return check
  }

  /** In order of preference; endpoints that failed recently come last. */
  function inOrder(): Endpoint[] {
    const isAvailable = (endpoint: Endpoint): boolean => (suspensions.get(endpoint)?.until ?? 0) <= now()
    return [...args.endpoints.filter(isAvailable), ...args.endpoints.filter((endpoint) => !isAvailable(endpoint))]
  }

  function suspend(endpoint: Endpoint): void {
    const ms = Math.min(MAX_SUSPENSION_MS, (suspensions.get(endpoint)?.ms ?? FIRST_SUSPENSION_MS / 2) * 2)
    suspensions.set(endpoint, { until: now() + ms, ms })
  }

  /** A call to one endpoint, with the check before its first call. */
  async function callOne(endpoint: Endpoint, ...[method, params, signal, reader]: Parameters<Endpoint['call']>): Promise<unknown> {
    try {
      await checkOnce(endpoint, signal)
      const answer = await endpoint.call(method, params, signal, reader)
      suspensions.delete(endpoint)
      return answer
    } catch (error) {
      if (!signal.aborted && error instanceof NodeFault && SUSPENDING.has(error.kind)) suspend(endpoint)
      throw error
    }
  }

  const clients = new Map<Endpoint, RpcClient>(
    args.endpoints.map((endpoint) => [
      endpoint,
      { hosts: endpoint.host, call: (method, params, signal) => callOne(endpoint, method, params, signal) },
    ]),
  )

  return {
    hosts: args.endpoints.map((endpoint) => endpoint.host).join(', '),
    each: () => inOrder().flatMap((endpoint) => clients.get(endpoint) ?? []),
    async call(method, params, signal, reader) {
      let last: unknown = new AppError('source_unavailable', { say: `No endpoint is set for ${args.networkName}.` })
      let missing: { readonly answer: unknown } | null = null
      for (const endpoint of inOrder()) {
        try {
          const answer = await callOne(endpoint, method, params, signal, reader)
          if (args.isMissing?.(method, answer) !== true) return answer
          missing = { answer }
        } catch (error) {
          if (signal.aborted) throw error
          if (error instanceof NodeFault && !TRY_NEXT.has(error.kind)) throw error
          if (!(error instanceof AppError)) throw error
          last = error
        }
      }
      if (missing !== null) return missing.answer
      throw last
    },
  }
}
