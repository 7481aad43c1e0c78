import type { ApiErrorCode } from '../../../src-shared/contract/errors.ts'
import type { JobRecord, JobStage } from '../../../src-shared/contract/records/jobs.ts'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { Trade } from '../../../src-shared/domain/events.ts'
import type { BlockRef, ChainAdapter } from '../../chains/adapter.ts'
import type { Engine } from '../../engine/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import { unixSeconds, type Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { PriceTrades } from '../../prices/pricer.ts'
import type { Store } from '../../store/interface.ts'
import { pinHead, pinnedHead } from './job-head.ts'
import type { Services } from '../services/services.ts'
import { inOrder, missingNeed, outcome, PLANS, secondsLeft, unreached, type StagePlan } from './plan.ts'
import type { StageContext } from '../stages/stage.ts'
import { STAGES } from '../stages/index.ts'

export interface JobRun {
  readonly store: Store
  readonly engine: Engine
  openAdapter(): ChainAdapter
  readonly clock: Clock
  readonly logger: Logger
  readonly signal: AbortSignal
  /** `settled`: a stage or the job changed its state, so this record must be stored at once. */
  changed(job: JobRecord, settled: boolean): void
  readonly price: PriceTrades
  readonly services: Pick<Services, 'creator'>
  tradesStored(trades: readonly Trade[]): void
}

/** Why a run was stopped from outside: cancelled for good, or interrupted to go on later. */
export type StopReason = 'cancelled' | 'interrupted'

/**
 * Runs the stages of a job that are not done, one after the other. A stage that fails leaves the others standing;
 * those that need it are skipped. Answers the job in its last state; throws nothing.
 */
export async function runJob(start: JobRecord, run: JobRun): Promise<JobRecord> {
  const { error_code: _before, ...fresh } = start
  let job: JobRecord = { ...fresh, state: 'running', error: null }
  const update = (change: Partial<JobRecord>, settled: boolean): void => {
    const next = { ...job, ...change }
    job = { ...next, updated_at: unixSeconds(run.clock), seconds_left: secondsLeft(next.stages, unixSeconds(run.clock)) }
    run.changed(job, settled)
  }
  const setStage: SetStage = (name, change, settled) => {
    update({ stages: job.stages.map((stage) => (stage.name === name ? { ...stage, ...change } : stage)) }, settled)
  }
  update({}, true)
  try {
    run.signal.throwIfAborted()
    const adapter = run.openAdapter()
    const plans = PLANS[adapter.holderSource]
    update({ stages: inOrder(plans, job.stages) }, true)
    const head = await headOf(job, adapter, run)
    let firstFault: Fault | null = null
    for (const plan of plans) {
      if (job.stages.find((stage) => stage.name === plan.name)?.state === 'done') continue
      run.signal.throwIfAborted()
      const missing = missingNeed(plan, job.stages)
      if (missing === null) {
        const fault = await runStage(plan, { adapter, head }, job, run, setStage)
        firstFault ??= fault
      } else setStage(plan.name, { state: 'skipped', message: `Needs the stage "${missing}", which did not end well.` }, true)
    }
    update({ ...outcome(job.stages), ...(firstFault === null ? {} : { error_code: firstFault.code }) }, true)
  } catch (error) {
    if (run.signal.aborted) {
      const waiting = job.stages.map((stage): JobStage => (stage.state === 'running' ? { ...stage, state: 'waiting' } : stage))
      update({ state: run.signal.reason === 'cancelled' ? 'cancelled' : 'interrupted', stages: waiting }, true)
    } else {
      const { code, sentence } = faultOf(error, run, job)
      update({ state: 'failed', stages: unreached(job.stages), error: sentence, error_code: code }, true)
    }
  }
  return job
}

async function headOf(job: JobRecord, adapter: ChainAdapter, run: JobRun): Promise<BlockRef> {
  const pinned = await pinnedHead(run.store, job.id)
  if (pinned !== null) return pinned
  const head = await adapter.head(run.signal)
  await pinHead(run.store, job.id, head)
  return head
}

type SetStage = (name: string, change: Partial<JobStage>, settled: boolean) => void

interface Fault {
  readonly code: ApiErrorCode
  readonly sentence: string
}

/** Answers what made the stage fail; null when it did not. */
async function runStage(
  plan: StagePlan,
  at: { adapter: ChainAdapter; head: BlockRef },
  job: JobRecord,
  run: JobRun,
  setStage: SetStage,
): Promise<Fault | null> {
  if (plan.name === 'import') return null
  setStage(plan.name, { state: 'running', started_at: unixSeconds(run.clock), ended_at: null, done: 0, total: null, message: null }, true)
  const context: StageContext = {
    store: run.store,
    engine: run.engine,
    ...at,
    signal: run.signal,
    token: { network: job.network, address: trustedAddress(job.token_address) },
    options: { depth: job.options.depth, sinceBlock: job.options.since_block },
    progress: (done, total) => {
      setStage(plan.name, { done, total }, false)
    },
    price: (trades) => run.price(job.network, trades),
    tradesStored: run.tradesStored,
    creatorElsewhere: () => run.services.creator({ network: job.network, address: trustedAddress(job.token_address) }, run.signal),
  }
  try {
    const result = await STAGES[plan.name](context)
    setStage(plan.name, { ...result, ended_at: unixSeconds(run.clock) }, true)
    return null
  } catch (error) {
    if (run.signal.aborted) throw error
    const fault = faultOf(error, run, job)
    setStage(plan.name, { state: 'failed', message: fault.sentence, ended_at: unixSeconds(run.clock) }, true)
    return fault
  }
}

/** Faults of sources say themselves what to do; anything else is a defect, and the log has it. */
function faultOf(error: unknown, run: JobRun, job: JobRecord): Fault {
  if (error instanceof AppError && error.code !== 'internal') {
    run.logger.warn({ job: job.id, code: error.code, facts: error.facts }, error.say)
    return { code: error.code, sentence: error.say }
  }
  run.logger.error({ job: job.id, err: error }, 'a read stage met a defect')
  return { code: 'internal', sentence: 'A defect stopped this stage; the log has the details.' }
}
