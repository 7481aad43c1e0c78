import type { NetworkId } from '../../../src-shared/networks.ts'
import { AppError } from '../../lib/app-error.ts'
import { monotonicMs, unixSeconds, type Clock } from '../../lib/clock.ts'
import type { Adapters } from '../adapters.ts'
import type { Jobs } from '../jobs/interface.ts'
import { isActive } from '../jobs/plan.ts'

/** The result of the last test or check of a network's endpoints. */
export interface SourceStatus {
  /** When they were last tested, checked or changed, in Unix seconds. */
  readonly at: number
  readonly state: 'untested' | 'ok' | 'failing'
  /** The fault of the first endpoint if none answered. */
  readonly fault: string | null
}

/** A page shows the state of a source within five seconds: one interval between its requests, and one check that times out. */
const CHECK_TIMEOUT_MS = 2_000
const MIN_INTERVAL_MS = 2_000

export interface SourceCheckOptions {
  readonly adapters: Adapters
  readonly jobs: Pick<Jobs, 'list'>
  readonly clock: Clock
}

/** Reads the head of a network. Resolves to null if the result is inconclusive, or if the last check was less than 2 seconds ago. */
export function createSourceCheck({ adapters, jobs, clock }: SourceCheckOptions) {
  const running = new Map<NetworkId, Promise<SourceStatus | null>>()
  const checkedAt = new Map<NetworkId, number>()

  async function check(network: NetworkId): Promise<SourceStatus | null> {
    const timeout = AbortSignal.timeout(CHECK_TIMEOUT_MS)
    const adapter = adapters.get(network)
    try {
      await adapter.head(timeout)
      return { at: unixSeconds(clock), state: 'ok', fault: null }
    } catch (error) {
      // A call may be queued behind those of a read, or wait for a pause that the endpoint requested.
      const isQueued =
        timeout.aborted && (adapter.waiting().length > 0 || (await jobs.list()).some((job) => job.network === network && isActive(job)))
      if (isQueued) return null
      const fault = error instanceof AppError ? error.message : `It did not answer within ${CHECK_TIMEOUT_MS / 1_000} seconds.`
      return { at: unixSeconds(clock), state: 'failing', fault }
    }
  }

  return async (network: NetworkId): Promise<SourceStatus | null> => {
    if (!adapters.canRead(network)) return null
    const known = running.get(network)
    if (known !== undefined) return known
    if (monotonicMs(clock) - (checkedAt.get(network) ?? -Infinity) < MIN_INTERVAL_MS) return null
    const result = check(network).finally(() => {
      running.delete(network)
      checkedAt.set(network, monotonicMs(clock))
    })
    running.set(network, result)
    return result
  }
}
