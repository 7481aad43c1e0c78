import type { JobRecord, JobStage } from '../../src-shared/contract/records/jobs.ts'
import { callsText, remainingTimeText } from '../../src-shared/domain/job-estimate.ts'

export interface ProgressPrinter {
  show(job: JobRecord): void
  end(job: JobRecord): void
}

const BAR_WIDTH = 24
const SPACE_AFTER = 4

/** A progress bar on a terminal, and one line for each finished stage. */
export function progressPrinter(out: NodeJS.WriteStream): ProgressPrinter {
  const printed = new Set<string>()
  let lastWidth = 0

  const printFinished = (job: JobRecord): void => {
    for (const stage of job.stages) {
      if (printed.has(stage.name) || stage.state === 'waiting' || stage.state === 'running') continue
      // After a failure, skipped stages add nothing to its reason.
      if (job.state === 'failed' && stage.state === 'skipped') continue
      printed.add(stage.name)
      const message = stage.message === null ? '' : `: ${stage.message}`
      const line = `${stage.name} ${stage.state}, ${stageCount(stage)}${message}`
      out.write(`${out.isTTY ? '\r' : ''}${line.padEnd(out.isTTY ? lastWidth : 0)}\n`)
    }
  }

  return {
    show(job) {
      printFinished(job)
      const running = job.stages.find((stage) => stage.state === 'running')
      if (!out.isTTY || running === undefined) return
      const line = barLine(running, job)
      out.write(`\r${line.padEnd(lastWidth)}`)
      lastWidth = line.length + SPACE_AFTER
    },
    end: printFinished,
  }
}

/** Units are plural nouns, such as blocks or wallets. */
const stageCount = ({ done, unit }: JobStage): string => `${done.toLocaleString('en')} ${done === 1 ? unit.replace(/s$/, '') : unit}`

function barLine(stage: JobStage, job: JobRecord): string {
  const left = leftText(job)
  if (stage.total === null || stage.total === 0) return `${stage.name}: ${stageCount(stage)}${left}`
  const filled = Math.min(BAR_WIDTH, Math.round((stage.done / stage.total) * BAR_WIDTH))
  return `${stage.name} ${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${stage.done}/${stage.total} ${stage.unit}${left}`
}

/** ", at least 12 min and 5,200 calls left" over all stages. */
function leftText({ seconds_left: seconds, seconds_left_at_most: most = null, calls_left: calls }: JobRecord): string {
  const parts = [
    seconds === null ? null : remainingTimeText({ least: seconds, most }),
    calls === undefined ? null : callsText({ least: calls.at_least, most: calls.at_most }),
  ].filter((part) => part !== null)
  return parts.length === 0 ? '' : `, ${parts.join(' and ')} left`
}
