import type { JobRecord, JobStage } from '../../../src-shared/contract/records/jobs.ts'
import { callsText, remainingTimeText } from '../../../src-shared/domain/job-estimate.ts'
import { capitalize } from '../../format/capitalize.ts'
import { formatAmount, formatCount } from '../../format/number.ts'
import { Progress } from '../../ui/Progress.tsx'
import { useNow } from '../../ui/use-now.ts'
import { STAGE_LABELS, stageRate } from './job-labels.ts'

const STAGE_STATE_LABELS: Readonly<Record<JobStage['state'], string>> = {
  waiting: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  skipped: 'Skipped',
}
const TONES = { waiting: 'still', running: 'running', done: 'ok', failed: 'critical', skipped: 'still' } as const

/** Stages with counts, rates and messages. */
export function JobStages({ job }: { job: JobRecord }) {
  const now = useNow()
  const pace = job.state === 'running' ? (job.calls_per_second ?? null) : null
  return (
    <ol className="stages" aria-label="Stages">
      {job.stages.map((stage, at) => (
        <li key={stage.name} className="stage" data-state={stage.state} data-tone={TONES[stage.state]}>
          <span className="stage-name">{STAGE_LABELS[stage.name].name}</span>
          <span className="stage-bar">
            {stage.state === 'waiting' || stage.state === 'skipped' ? null : (
              <Progress
                label={STAGE_LABELS[stage.name].name}
                done={stage.state === 'done' ? 1 : stage.done}
                total={stage.state === 'done' ? 1 : stage.total}
                tone={TONES[stage.state]}
              />
            )}
          </span>
          <span className="stage-count num">{countText(stage, pace, now)}</span>
          <span className="stage-state">{STAGE_STATE_LABELS[stage.state]}</span>
          {/* A message that goes for all stages after one is said once. */}
          {stage.message === null || stage.message === job.stages[at - 1]?.message ? null : <p className="stage-message">{stage.message}</p>}
          {stage.state === 'running' && stageLeft(stage, pace) !== null ? (
            <p className="stage-message num">{capitalize(stageLeft(stage, pace) ?? '')} left.</p>
          ) : null}
        </li>
      ))}
    </ol>
  )
}

function countText(stage: JobStage, pace: number | null, now: number): string {
  if (stage.state === 'waiting') return stageLeft(stage, pace) ?? ''
  if (stage.done === 0 && stage.state !== 'running') return ''
  const count =
    stage.total === null || stage.total === stage.done ? formatCount(stage.done) : `${formatCount(stage.done)} of ${formatCount(stage.total)}`
  const rate = stage.state === 'running' && stage.calls_left === undefined ? stageRate(stage, now) : null
  const unit = (stage.total ?? stage.done) === 1 ? stage.unit.replace(/s$/, '') : stage.unit
  return `${count} ${unit}${rate === null ? '' : ` · ${formatAmount(rate)}/s`}`
}

/** The remaining calls and time of a stage, at the measured pace: "about 1,200 calls, about 2 min". */
function stageLeft(stage: JobStage, pace: number | null): string | null {
  const calls = callsLeft(stage)
  const { calls_left: left } = stage
  if (calls === null || left === undefined || pace === null || (left.at_most === null && left.at_least < pace)) return calls
  const seconds = { least: left.at_least / pace, most: left.at_most === null ? null : left.at_most / pace }
  return `${calls}, ${remainingTimeText(seconds)}`
}

/** The remaining calls, as text. */
function callsLeft({ calls_left: left }: Pick<JobStage, 'calls_left'>): string | null {
  return left === undefined ? null : callsText({ least: left.at_least, most: left.at_most })
}

/** The remaining time of a running job: "at least 12 min left". */
export function timeLeft(job: JobRecord): string | null {
  if (job.state !== 'running' || job.seconds_left === null) return null
  return `${remainingTimeText({ least: job.seconds_left, most: job.seconds_left_at_most ?? null })} left`
}

/** The remaining calls of a running job, and the measured pace. */
export function callsInAll(job: JobRecord): string | null {
  const calls = job.state === 'running' ? callsLeft(job) : null
  if (calls === null) return null
  const pace = job.calls_per_second ?? null
  return `${capitalize(calls)} remaining${pace === null ? '' : `, at ${formatAmount(pace)} a second`}.`
}
