import type { ApiErrorCode } from '../../../src-shared/contract/errors.ts'
import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import type { BlockRef, ChainAdapter } from '../../chains/adapter.ts'
import { AppError } from '../../lib/app-error.ts'
import { unixSeconds } from '../../lib/clock.ts'
import { STAGES } from '../stages/index.ts'
import type { StageContext } from '../stages/stage.ts'
import { beginFirstRead, endFirstRead, stageRead } from '../stages/first-read.ts'
import { pinHead } from './job-head.ts'
import type { JobRun } from './job-run.ts'
import { JobProgress } from './progress.ts'
import { rollBackReverted } from '../stages/reverted-blocks.ts'
import { watchWaits } from './waits.ts'
import { inOrder, missingNeed, newStage, outcome, planFor, unreached, type StagePlan } from './plan.ts'

/**
 * Runs the stages of a job that are not done, one after another. When a stage fails, the stages that need it are skipped and the others still run.
 * Returns the job in its last state. Never rejects.
 */
export async function runJob(start: JobRecord, run: JobRun): Promise<JobRecord> {
  const { error_code: _before, ...job } = start
  const progress = new JobProgress({ ...job, state: 'running', error: null }, run)
  progress.update({})
  let stopWatching = (): void => undefined
  try {
    run.signal.throwIfAborted()
    const adapter = run.openAdapter()
    stopWatching = watchWaits(adapter, (text) => progress.showWait(text))
    const plans = planFor(adapter)
    progress.countCalls(adapter, plans)
    progress.update({ stages: inOrder(plans, progress.job.stages) })
    const token = tokenOf(job)
    await progress.retryWhileStoreUnavailable(() => beginFirstRead(run.store, token))
    const rolledBack = await progress.retryWhileStoreUnavailable(() => rollBackReverted(run.store, adapter, token, run.signal))
    if (rolledBack !== null) run.onTradesReverted(rolledBack.reverted)
    const { head, isSame } = await progress.retryWhileStoreUnavailable(() => pinHead(run.store, { id: job.id, token }, adapter, run.signal))
    if (rolledBack !== null || !isSame) progress.update({ stages: plans.map(newStage) })
    const firstFault = await runStages(plans, { adapter, head }, progress, run)
    progress.update({ ...outcome(progress.job.stages), ...(firstFault === null ? {} : { error_code: firstFault.code }) })
  } catch (error) {
    if (run.signal.aborted) progress.stop(run.signal.reason === 'cancelled' ? 'cancelled' : 'interrupted')
    else {
      const { code, message } = faultOf(error, run, job.id)
      progress.update({ state: 'failed', stages: unreached(progress.job.stages), error: message, error_code: code })
    }
  } finally {
    stopWatching()
  }
  // An interrupted read continues after the next start.
  if (progress.job.state !== 'interrupted') {
    const end = (): Promise<void> => endFirstRead(run.store, tokenOf(job))
    const ended = run.signal.aborted ? end() : progress.retryWhileStoreUnavailable(end)
    await ended.catch((error: unknown) => run.logger.error({ job: job.id, err: error }, 'a read could not be ended'))
  }
  run.engine.factsChanged(tokenOf(job))
  return progress.job
}

const tokenOf = ({ network, token_address }: JobRecord): TokenKey => ({ network, address: trustedAddress(token_address) })

interface Fault {
  readonly code: ApiErrorCode
  readonly message: string
}

interface ReadAt {
  readonly adapter: ChainAdapter
  readonly head: BlockRef
}

/** Returns the first fault; null when no stage failed. */
async function runStages(plans: readonly StagePlan[], at: ReadAt, progress: JobProgress, run: JobRun): Promise<Fault | null> {
  let firstFault: Fault | null = null
  for (const plan of plans) {
    const { stages } = progress.job
    if (stages.find((stage) => stage.name === plan.name)?.state === 'done') continue
    run.signal.throwIfAborted()
    const missing = missingNeed(plan, stages)
    if (missing === null) {
      const fault = await runStage(plan, at, progress, run)
      firstFault ??= fault
    } else progress.updateStage(plan.name, { state: 'skipped', message: `Skipped because the stage "${missing}" was not completed.` })
  }
  return firstFault
}

/** Returns the fault that failed the stage; null when it did not fail. */
async function runStage({ name }: StagePlan, at: ReadAt, progress: JobProgress, run: JobRun): Promise<Fault | null> {
  if (name === 'import') return null
  const { clock, price, onTradesStored } = run
  progress.updateStage(name, { state: 'running', started_at: unixSeconds(clock), ended_at: null, done: 0, total: null, message: null })
  const { id, network, options } = progress.job
  const token = tokenOf(progress.job)
  const context: StageContext = {
    store: run.store,
    engine: run.engine,
    ...at,
    signal: run.signal,
    token,
    options: { depth: options.depth, sinceBlock: options.since_block },
    progress: (done, total) => progress.updateStage(name, { done, total }, false),
    price: (trades) => price(network, trades),
    onTradesStored,
    inBackground: async (work) => {
      await endFirstRead(run.store, token)
      run.engine.factsChanged(token)
      return run.inBackground(work)
    },
    findCreator: () => run.services.creator(token, run.signal),
  }
  try {
    const result = await progress.retryWhileStoreUnavailable(async () => {
      const ended = await STAGES[name](context)
      if (ended.state === 'done') await stageRead(run.store, token, name)
      return ended
    })
    run.engine.factsChanged(token)
    progress.updateStage(name, { ...result, ended_at: unixSeconds(clock) })
    return null
  } catch (error) {
    if (run.signal.aborted) throw error
    const fault = faultOf(error, run, id)
    progress.updateStage(name, { state: 'failed', message: fault.message, ended_at: unixSeconds(clock) })
    return fault
  }
}

/** The fault of a source says what to do. Anything else is an internal error, and only the log has its details. */
function faultOf(error: unknown, { logger }: JobRun, jobId: string): Fault {
  if (error instanceof AppError && error.code !== 'internal') {
    logger.warn({ job: jobId, code: error.code, facts: error.facts }, error.message)
    return { code: error.code, message: error.message }
  }
  logger.error({ job: jobId, err: error }, 'a stage of a read failed with an internal error')
  return { code: 'internal', message: 'An internal error stopped this stage; see the log for details.' }
}
