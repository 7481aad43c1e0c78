import type { JobRecord, JobStage, StageName } from '../../../src-shared/contract/records/jobs.ts'
import type { HolderSource } from '../../chains/adapter.ts'

/** Which stages a read has, what they count in, and which need which. Pure. */

export interface StagePlan {
  readonly name: StageName
  readonly unit: string
  /** Without these done, this stage has nothing to work on. */
  readonly needs: readonly StageName[]
}

export const READ_PLAN: readonly StagePlan[] = [
  { name: 'token', unit: 'tokens', needs: [] },
  { name: 'transfers', unit: 'blocks', needs: ['token'] },
  { name: 'holders', unit: 'holders', needs: ['transfers'] },
  { name: 'pools', unit: 'blocks', needs: ['token'] },
  { name: 'trades', unit: 'blocks', needs: ['pools'] },
  { name: 'accounts', unit: 'accounts', needs: ['holders'] },
  { name: 'funding', unit: 'wallets', needs: ['accounts'] },
  { name: 'snapshot', unit: 'snapshots', needs: ['holders'] },
]

/** Where the chain lists holders, they come first: pools are found among them, and their accounts are where transfers are looked for. */
const LISTED_PLAN: readonly StagePlan[] = [
  { name: 'token', unit: 'tokens', needs: [] },
  { name: 'holders', unit: 'holders', needs: ['token'] },
  { name: 'pools', unit: 'blocks', needs: ['token'] },
  { name: 'trades', unit: 'blocks', needs: ['pools'] },
  { name: 'transfers', unit: 'blocks', needs: ['token'] },
  { name: 'accounts', unit: 'accounts', needs: ['holders'] },
  { name: 'funding', unit: 'wallets', needs: ['accounts'] },
  { name: 'snapshot', unit: 'snapshots', needs: ['holders'] },
]

/** The stages in the order that suits how a chain tells its holders. */
export const PLANS: Readonly<Record<HolderSource, readonly StagePlan[]>> = { replayed: READ_PLAN, listed: LISTED_PLAN }

/** A job's stages in the order of a plan: a job is made before its network is opened. */
export function inOrder(plan: readonly StagePlan[], stages: readonly JobStage[]): JobStage[] {
  return plan.map((row) => stages.find((stage) => stage.name === row.name) ?? newStage(row))
}

export function newStage(plan: StagePlan): JobStage {
  return { name: plan.name, state: 'waiting', done: 0, total: null, unit: plan.unit, message: null, started_at: null, ended_at: null }
}

/** The first stage it needs that did not end well; null when it may run. */
export function missingNeed(plan: StagePlan, stages: readonly JobStage[]): StageName | null {
  return plan.needs.find((need) => stages.find((stage) => stage.name === need)?.state !== 'done') ?? null
}

/** A read that failed before its stages had their turn left them out; what an earlier run of it did stays. */
export const unreached = (stages: readonly JobStage[]): JobStage[] =>
  stages.map((stage) => (stage.state === 'waiting' ? { ...stage, state: 'skipped', message: 'Not reached: the read failed before it.' } : stage))

/** Stages that are not done begin anew; a resumed job keeps what is. */
export function forResume(stages: readonly JobStage[]): JobStage[] {
  return READ_PLAN.map((plan) => {
    const stage = stages.find((one) => one.name === plan.name)
    return stage?.state === 'done' ? stage : newStage(plan)
  })
}

/** How a job ends when every stage had its turn. */
export function outcome(stages: readonly JobStage[]): { state: 'done' | 'failed'; error: string | null } {
  const failed = stages.find((stage) => stage.state === 'failed')
  return failed === undefined ? { state: 'done', error: null } : { state: 'failed', error: failed.message }
}

/** Seconds until the running stage ends at its present rate; null while that cannot be told. */
export function secondsLeft(stages: readonly JobStage[], now: number): number | null {
  const stage = stages.find((one) => one.state === 'running')
  if (stage === undefined || stage.total === null || stage.started_at === null || stage.done === 0) return null
  const elapsed = now - stage.started_at
  return elapsed <= 0 ? null : Math.round(((stage.total - stage.done) * elapsed) / stage.done)
}

export const isActive = (job: JobRecord): boolean => job.state === 'queued' || job.state === 'running'
