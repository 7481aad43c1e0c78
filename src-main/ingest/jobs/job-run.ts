import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import type { Trade } from '../../../src-shared/domain/events.ts'
import type { ChainAdapter } from '../../chains/adapter.ts'
import type { Engine } from '../../engine/interface.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { PriceTrades } from '../../prices/pricer.ts'
import type { RevertedTrades, Store } from '../../store/interface.ts'
import type { Services } from '../services/services.ts'

/** The dependencies of one run of a job. */
export interface JobRun {
  readonly store: Store
  readonly engine: Engine
  openAdapter(): ChainAdapter
  readonly clock: Clock
  readonly logger: Logger
  readonly signal: AbortSignal
  /** @param settled the state of a stage or of the job changed, so the record must be stored immediately */
  onChange(job: JobRecord, settled: boolean): void
  /** Runs work that may take days, without delaying work that others wait for. */
  inBackground<T>(work: () => Promise<T>): Promise<T>
  readonly price: PriceTrades
  readonly services: Pick<Services, 'creator'>
  onTradesStored(trades: readonly Trade[], rows: readonly number[]): void
  onTradesReverted(reverted: RevertedTrades): void
}

/** The reason of the run's abort signal: cancelled for good, or interrupted and to be resumed. */
export type StopReason = 'cancelled' | 'interrupted'
