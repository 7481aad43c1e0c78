import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { CallsLeft, JobRecord, JobStage, StageName } from '../../../src-shared/contract/records/jobs.ts'
import { NEWEST_TRADES } from '../stages/read-trades.ts'
import type { ChainAdapter, HolderSource } from '../../chains/adapter.ts'
import type { ReadOptions } from '../stages/stage.ts'

/** The stages of a read, their units, and their dependencies. Pure. */

export interface StagePlan {
  readonly name: StageName
  readonly unit: string
  /** Stages that must be done before this one can run. */
  readonly needs: readonly StageName[]
  /** Calls that the stage takes, if known before it runs. */
  readonly calls?: (stages: readonly JobStage[]) => CallsLeft
  /** The stage whose remaining units this one takes over. */
  readonly continues?: StageName
}

/**
 * The plan if holders are replayed from transfers. A log query returns thousands of transfers, but swaps take calls for each block. So the launch and
 * everything else the first answer needs come before the other trades. First funders follow, because payments are searched for around trades.
 */
export const READ_PLAN: readonly StagePlan[] = [
  { name: 'token', unit: 'tokens', needs: [], calls: () => ({ at_least: 6, at_most: 70 }) },
  // Only if the transfers take more than a few dozen calls (docs/chains.md#preview).
  { name: 'preview', unit: 'ranges', needs: ['token'], calls: () => ({ at_least: 1, at_most: 400 }) },
  { name: 'transfers', unit: 'blocks', needs: ['token'] },
  { name: 'holders', unit: 'holders', needs: ['transfers'], calls: () => ({ at_least: 1, at_most: 8 }) },
  // Pools of unlisted factories are looked for among the senders and receivers of transfers.
  { name: 'pools', unit: 'blocks', needs: ['transfers'] },
  { name: 'accounts', unit: 'accounts', needs: ['holders'], calls: () => ({ at_least: 3, at_most: null }) },
  { name: 'launch', unit: 'wallets', needs: ['pools', 'accounts'], calls: () => ({ at_least: 60, at_most: null }) },
  { name: 'trades', unit: 'blocks', needs: ['pools'] },
  { name: 'funding', unit: 'wallets', needs: ['accounts'], calls: (stages) => ({ at_least: 2 * holdersIn(stages), at_most: null }) },
  { name: 'snapshot', unit: 'snapshots', needs: ['holders', 'pools'], calls: () => ({ at_least: 0, at_most: 0 }) },
]

/**
 * The plan if the chain lists holders. They come first, because pools are looked for among them, and transfers in their accounts. What the first
 * answer needs comes before slow stages. The remaining trades, which may take days, come last.
 */
const LISTED_PLAN: readonly StagePlan[] = [
  { name: 'token', unit: 'tokens', needs: [], calls: () => ({ at_least: 4, at_most: 90 }) },
  { name: 'holders', unit: 'holders', needs: ['token'], calls: () => ({ at_least: 1, at_most: 4 }) },
  { name: 'pools', unit: 'blocks', needs: ['holders'], calls: () => ({ at_least: 30, at_most: null }) },
  { name: 'accounts', unit: 'accounts', needs: ['holders'], calls: (stages) => ({ at_least: Math.ceil(holdersIn(stages) / 50), at_most: 20 }) },
  // A page of signatures and 100 trades, and two calls for each of the largest holders.
  { name: 'launch', unit: 'wallets', needs: ['pools', 'accounts'], calls: () => ({ at_least: 140, at_most: null }) },
  { name: 'trades', unit: 'blocks', needs: ['pools'], calls: () => ({ at_least: 1, at_most: NEWEST_TRADES * CALLS_PER_TRADE }) },
  { name: 'transfers', unit: 'blocks', needs: ['token'], calls: (stages) => ({ at_least: Math.min(100, holdersIn(stages)), at_most: null }) },
  { name: 'funding', unit: 'wallets', needs: ['accounts'], calls: (stages) => ({ at_least: 2 * holdersIn(stages), at_most: null }) },
  { name: 'snapshot', unit: 'snapshots', needs: ['holders', 'pools'], calls: () => ({ at_least: 0, at_most: 0 }) },
  { name: 'history', unit: 'blocks', needs: ['trades'], continues: 'trades' },
]

const OF_UNKNOWN_NUMBER = (): CallsLeft => ({ at_least: 1, at_most: null })

/**
 * The plan if each page of holders lists only a few. A preview comes first (docs/chains.md#preview), and the number of calls is not known in advance.
 */
const PAGED_PLAN: readonly StagePlan[] = LISTED_PLAN.flatMap((plan): readonly StagePlan[] => {
  if (plan.name === 'snapshot' || plan.name === 'history') return [plan]
  const paged = { ...plan, calls: OF_UNKNOWN_NUMBER }
  return plan.name === 'token' ? [paged, { ...paged, name: 'preview', unit: 'holders', needs: ['token'] }] : [paged]
})

/** A transaction, its block, and its share of a page of signatures. */
const CALLS_PER_TRADE = 2.1
/** Upper bound of the holders that later stages read in detail. */
const MAX_DETAILED = 500

function holdersIn(stages: readonly JobStage[]): number {
  const holders = stages.find(({ name }) => name === 'holders')
  return holders?.state === 'done' ? Math.min(holders.done, MAX_DETAILED) : 0
}

const PLANS: Readonly<Record<HolderSource, readonly StagePlan[]>> = { replayed: READ_PLAN, listed: LISTED_PLAN }

/** The stages in order, by how holders are read from the chain. */
export const planFor = ({ holderSource, sampleHolders }: Pick<ChainAdapter, 'holderSource' | 'sampleHolders'>): readonly StagePlan[] =>
  sampleHolders === undefined ? PLANS[holderSource] : PAGED_PLAN

/** The stages of a job in the order of a plan. A job is created before its adapter, and so its plan, is known. */
export function inOrder(plan: readonly StagePlan[], stages: readonly JobStage[]): JobStage[] {
  return plan.map((row) => stages.find((stage) => stage.name === row.name) ?? newStage(row))
}

export function newStage(plan: Pick<StagePlan, 'name' | 'unit'>): JobStage {
  return { name: plan.name, state: 'waiting', done: 0, total: null, unit: plan.unit, message: null, started_at: null, ended_at: null }
}

/** The first needed stage that is not done; null when the stage may run. */
export function missingNeed(plan: StagePlan, stages: readonly JobStage[]): StageName | null {
  return plan.needs.find((need) => stages.find((stage) => stage.name === need)?.state !== 'done') ?? null
}

/** The stages of a read that failed before they ran are skipped; stages of an earlier run keep their state. */
export const unreached = (stages: readonly JobStage[]): JobStage[] =>
  stages.map((stage) => (stage.state === 'waiting' ? { ...stage, state: 'skipped', message: 'Not reached because the read failed first.' } : stage))

/** A queued read. @param now Unix seconds */
export const newRead = (id: string, { network, address }: TokenKey, { depth, sinceBlock }: ReadOptions, now: number): JobRecord => ({
  ...{ id, kind: 'read', network, token_address: address, state: 'queued', stages: READ_PLAN.map(newStage) },
  ...{ created_at: now, updated_at: now, seconds_left: null, error: null, options: { depth, since_block: sinceBlock } },
})

/** A job queued to be resumed. */
export const queuedAgain = (job: JobRecord, now: number): JobRecord => ({
  ...job,
  ...{ state: 'queued', error: null, stages: forResume(job.stages), updated_at: now },
})

/** The stages of a job that was stopped. */
export const stopped = (stages: readonly JobStage[]): JobStage[] =>
  stages.map((stage) => (stage.state === 'running' ? { ...stage, state: 'waiting', message: null } : stage))

/** A resumed job keeps the stages that are done and restarts the others. */
export function forResume(stages: readonly JobStage[]): JobStage[] {
  return stages.map((stage) => (stage.state === 'done' ? stage : newStage(stage)))
}

/** The state of a job whose stages have all run or been skipped. */
export function outcome(stages: readonly JobStage[]): { state: 'done' | 'failed'; error: string | null } {
  const failed = stages.find((stage) => stage.state === 'failed')
  return failed === undefined ? { state: 'done', error: null } : { state: 'failed', error: failed.message }
}

/** Seconds until the running stage ends at its average rate. Null if this cannot be estimated. Used if calls are not counted. */
export function stageSecondsLeft(stages: readonly JobStage[], now: number): number | null {
  const stage = stages.find((one) => one.state === 'running')
  if (stage === undefined || stage.total === null || stage.started_at === null || stage.done === 0) return null
  const elapsed = now - stage.started_at
  return elapsed <= 0 ? null : Math.round(((stage.total - stage.done) * elapsed) / stage.done)
}

export const isActive = (job: JobRecord): boolean => job.state === 'queued' || job.state === 'running'
