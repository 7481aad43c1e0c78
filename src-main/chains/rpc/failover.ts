import { AppError } from '../../lib/app-error.ts'
import type { Endpoint } from './endpoint.ts'
import { NodeFault, type FaultKind } from './node-fault.ts'

/** All endpoints of one network behind one call: the preferred one first, the others where it fails. */
export interface Failover {
  /** Hosts in order of preference, for messages. */
  readonly hosts: string
  readonly call: Endpoint['call']
}

/** Faults of one endpoint that another may not have. */
const ELSEWHERE: ReadonlySet<FaultKind> = new Set(['unreachable', 'busy', 'unsupported', 'no_state', 'refused'])
/** Faults that the next call would probably hit too. The endpoint is put last for a while, and is used only where no other answers. */
const TIRING: ReadonlySet<FaultKind> = new Set(['unreachable', 'busy'])
const FIRST_REST_MS = 5_000
const LONGEST_REST_MS = 5 * 60_000

/** @param check verifies the chain of an endpoint before its first call: an endpoint of another chain returns valid but wrong data */
export function openFailover(args: {
  endpoints: readonly Endpoint[]
  networkName: string
  check: (endpoint: Endpoint, signal: AbortSignal) => Promise<void>
  now?: () => number
}): Failover {
  const now = args.now ?? performance.now.bind(performance)
  const rests = new Map<Endpoint, { until: number; ms: number }>()
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
  function inTurn(): Endpoint[] {
    const rested = (endpoint: Endpoint): boolean => (rests.get(endpoint)?.until ?? 0) <= now()
    return [...args.endpoints.filter(rested), ...args.endpoints.filter((endpoint) => !rested(endpoint))]
  }

  function tire(endpoint: Endpoint): void {
    const ms = Math.min(LONGEST_REST_MS, (rests.get(endpoint)?.ms ?? FIRST_REST_MS / 2) * 2)
    rests.set(endpoint, { until: now() + ms, ms })
  }

  return {
    hosts: args.endpoints.map((endpoint) => endpoint.host).join(', '),
    async call(method, params, signal, reader) {
      let last: unknown = new AppError('source_unavailable', { say: `No endpoint is set for ${args.networkName}.` })
      for (const endpoint of inTurn()) {
        try {
          await checkOnce(endpoint, signal)
          const answer = await endpoint.call(method, params, signal, reader)
          rests.delete(endpoint)
          return answer
        } catch (error) {
          if (signal.aborted) throw error
          if (error instanceof NodeFault && !ELSEWHERE.has(error.kind)) throw error
          if (!(error instanceof AppError)) throw error
          if (error instanceof NodeFault && TIRING.has(error.kind)) tire(endpoint)
          last = error
        }
      }
      throw last
    },
  }
}
