import type { JobRecord, JobStage, JobState, StageName } from '../../../src-shared/contract/records/jobs.ts'
import type { Tone } from '../../ui/Tag.tsx'

/** Display names of the stages. */
export const STAGE_LABELS: Readonly<Record<StageName, { readonly name: string; readonly doing: string }>> = {
  token: { name: 'Token', doing: 'token details' },
  preview: { name: 'Preview', doing: 'a first sample' },
  transfers: { name: 'Transfers', doing: 'transfers' },
  holders: { name: 'Holders', doing: 'holders' },
  pools: { name: 'Pools', doing: 'pools' },
  launch: { name: 'Launch', doing: 'the launch' },
  trades: { name: 'Trades', doing: 'trades' },
  accounts: { name: 'Accounts', doing: 'accounts' },
  funding: { name: 'Funding', doing: 'wallet funding' },
  snapshot: { name: 'Snapshot', doing: 'snapshot' },
  history: { name: 'Older trades', doing: 'older trades' },
  import: { name: 'Import', doing: 'import' },
}

export const STATE_LABELS: Readonly<Record<JobState, { readonly label: string; readonly tone: Tone }>> = {
  queued: { label: 'Queued', tone: 'neutral' },
  running: { label: 'Running', tone: 'notice' },
  done: { label: 'Done', tone: 'ok' },
  failed: { label: 'Failed', tone: 'critical' },
  cancelled: { label: 'Stopped', tone: 'unknown' },
  interrupted: { label: 'Interrupted', tone: 'warning' },
}

export function currentStage(job: JobRecord): JobStage | null {
  return job.stages.find((stage) => stage.state === 'running') ?? null
}

const isFinished = (stage: JobStage): boolean => stage.state === 'done' || stage.state === 'skipped' || stage.state === 'failed'

/** Finished stages plus the known part of the running one, 0 to 1. */
export function jobProgress(job: JobRecord): number {
  if (job.stages.length === 0) return 0
  const parts = job.stages.map((stage) => {
    if (isFinished(stage)) return 1
    return stage.state === 'running' && stage.total !== null && stage.total > 0 ? Math.min(1, stage.done / stage.total) : 0
  })
  return parts.reduce((sum, part) => sum + part, 0) / job.stages.length
}

/** Average units per second; null before any progress. Times in Unix seconds. */
export function stageRate(stage: JobStage, now: number): number | null {
  if (stage.started_at === null || stage.done === 0) return null
  const seconds = (stage.ended_at ?? now) - stage.started_at
  return seconds > 0 ? stage.done / seconds : null
}

export const canCancel = (job: JobRecord): boolean => job.state === 'queued' || job.state === 'running'
export const canResume = (job: JobRecord): boolean =>
  job.kind === 'read' && (job.state === 'failed' || job.state === 'cancelled' || job.state === 'interrupted')
/** Whether the job read its token to the end. */
export const canReadAgain = (job: JobRecord): boolean => job.kind === 'read' && job.state === 'done'

/** A typed block number; null if the field is empty. */
export type BlockInput = number | null | 'invalid'

export function blockOf(text: string): BlockInput {
  const digits = text.replaceAll(/[\s,]/g, '')
  if (digits === '') return null
  const block = /^\d+$/.test(digits) ? Number(digits) : Number.NaN
  return Number.isSafeInteger(block) ? block : 'invalid'
}
