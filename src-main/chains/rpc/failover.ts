import { AppError } from '../../lib/app-error.ts'
import type { Endpoint } from './endpoint.ts'
import { NodeFault, type FaultKind } from './node-fault.ts'

/** One call over all endpoints of a network: the preferred endpoint first, the others when it fails. */
export interface Failover {
  /** Hosts in order of preference, for messages. */
  readonly hosts: string
  readonly call: Endpoint['call']
}

/** Faults of one endpoint that may not occur at another. */
const TRY_NEXT: ReadonlySet<FaultKind> = new Set(['unreachable', 'busy', 'unsupported', 'no_state', 'refused'])
/** Faults that would probably repeat with the next call. The endpoint is suspended for a while: it is tried only after all others. */
const SUSPENDING: ReadonlySet<FaultKind> = new Set(['unreachable', 'busy'])
const FIRST_SUSPENSION_MS = 5_000
const MAX_SUSPENSION_MS = 5 * 60_000

/** @param check verifies the chain of an endpoint before its first call: an endpoint of another chain returns valid but wrong data */
export function openFailover(args: {
  endpoints: readonly Endpoint[]
  networkName: string
  check: (endpoint: Endpoint, signal: AbortSignal) => Promise<void>
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

  return {
    hosts: args.endpoints.map((endpoint) => endpoint.host).join(', '),
    async call(method, params, signal, reader) {
      let last: unknown = new AppError('source_unavailable', { say: `No endpoint is set for ${args.networkName}.` })
      for (const endpoint of inOrder()) {
        try {
          await checkOnce(endpoint, signal)
          const answer = await endpoint.call(method, params, signal, reader)
          suspensions.delete(endpoint)
          return answer
        } catch (error) {
          if (signal.aborted) throw error
          if (error instanceof NodeFault && !TRY_NEXT.has(error.kind)) throw error
          if (!(error instanceof AppError)) throw error
          if (error instanceof NodeFault && SUSPENDING.has(error.kind)) suspend(endpoint)
          last = error
        }
      }
      throw last
    },
  }
}
