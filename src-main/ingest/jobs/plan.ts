import type { JobRecord, JobStage, StageName } from '../../../src-shared/contract/records/jobs.ts'
import type { HolderSource } from '../../chains/adapter.ts'

/** The stages of a read, their units, and their dependencies. Pure. */

export interface StagePlan {
  readonly name: StageName
  readonly unit: string
  /** Stages that must be done before this one can run. */
  readonly needs: readonly StageName[]
}

export const READ_PLAN: readonly StagePlan[] = [
  { name: 'token', unit: 'tokens', needs: [] },
  { name: 'transfers', unit: 'blocks', needs: ['token'] },
  { name: 'holders', unit: 'holders', needs: ['transfers'] },
  // Pools of unlisted factories are looked for among the senders and receivers of transfers.
  { name: 'pools', unit: 'blocks', needs: ['transfers'] },
  { name: 'trades', unit: 'blocks', needs: ['pools'] },
  { name: 'accounts', unit: 'accounts', needs: ['holders'] },
  { name: 'funding', unit: 'wallets', needs: ['accounts'] },
  { name: 'snapshot', unit: 'snapshots', needs: ['holders', 'pools'] },
]

/**
 * Where the chain lists holders, they come first: pools are searched among them, and transfers in their accounts. What the first answer
 * needs comes before what takes long, and the rest of the trades, which may take days, at the end.
 */
const LISTED_PLAN: readonly StagePlan[] = [
  { name: 'token', unit: 'tokens', needs: [] },
  { name: 'holders', unit: 'holders', needs: ['token'] },
  { name: 'pools', unit: 'blocks', needs: ['holders'] },
  { name: 'accounts', unit: 'accounts', needs: ['holders'] },
  { name: 'launch', unit: 'wallets', needs: ['pools', 'accounts'] },
  { name: 'trades', unit: 'blocks', needs: ['pools'] },
  { name: 'transfers', unit: 'blocks', needs: ['token'] },
  { name: 'funding', unit: 'wallets', needs: ['accounts'] },
  { name: 'snapshot', unit: 'snapshots', needs: ['holders', 'pools'] },
  { name: 'history', unit: 'blocks', needs: ['trades'] },
]

/** The stages in order, by how holders are read from the chain. */
export const PLANS: Readonly<Record<HolderSource, readonly StagePlan[]>> = { replayed: READ_PLAN, listed: LISTED_PLAN }

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

/** A resumed job keeps the stages that are done and starts the others over. */
export function forResume(stages: readonly JobStage[]): JobStage[] {
  return stages.map((stage) => (stage.state === 'done' ? stage : newStage(stage)))
}

/** The state of a job whose stages have all run or been skipped. */
export function outcome(stages: readonly JobStage[]): { state: 'done' | 'failed'; error: string | null } {
  const failed = stages.find((stage) => stage.state === 'failed')
  return failed === undefined ? { state: 'done', error: null } : { state: 'failed', error: failed.message }
}

/** Seconds until the running stage ends at its average rate; null while it cannot be estimated. */
export function secondsLeft(stages: readonly JobStage[], now: number): number | null {
  const stage = stages.find((one) => one.state === 'running')
  if (stage === undefined || stage.total === null || stage.started_at === null || stage.done === 0) return null
  const elapsed = now - stage.started_at
  return elapsed <= 0 ? null : Math.round(((stage.total - stage.done) * elapsed) / stage.done)
}

export const isActive = (job: JobRecord): boolean => job.state === 'queued' || job.state === 'running'
