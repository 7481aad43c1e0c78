import type { JobRecord, JobStage } from '../../../src-shared/contract/records/jobs.ts'
import { formatAmount, formatCount } from '../../format/number.ts'
import { formatDuration } from '../../format/time.ts'
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
  return (
    <ol className="stages" aria-label="Stages">
      {job.stages.map((stage) => (
        <li key={stage.name} className="stage" data-state={stage.state}>
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
          <span className="stage-count num">{countText(stage, now)}</span>
          <span className="stage-state">{STAGE_STATE_LABELS[stage.state]}</span>
          {stage.message === null ? null : <p className="stage-message">{stage.message}</p>}
        </li>
      ))}
    </ol>
  )
}

function countText(stage: JobStage, now: number): string {
  if (stage.state === 'waiting' || (stage.done === 0 && stage.state !== 'running')) return ''
  const count =
    stage.total === null || stage.total === stage.done ? formatCount(stage.done) : `${formatCount(stage.done)} of ${formatCount(stage.total)}`
  const rate = stage.state === 'running' ? stageRate(stage, now) : null
  const unit = stage.done === 1 && stage.total === 1 ? stage.unit.replace(/s$/, '') : stage.unit
  return `${count} ${unit}${rate === null ? '' : ` · ${formatAmount(rate)}/s`}`
}

export function timeLeft(job: JobRecord): string | null {
  return job.state === 'running' && job.seconds_left !== null ? `about ${formatDuration(job.seconds_left)} left` : null
}
