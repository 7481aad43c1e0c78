import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../api/service.tsx'
import { isActive, jobsQuery } from '../../api/service-queries.ts'
import { useTokenSymbols } from '../../api/use-token-symbols.ts'
import { currentStage, jobProgress, STAGE_LABELS } from '../../features/jobs/job-labels.ts'
import { shortAddress } from '../../format/address.ts'
import { countOf } from '../../format/number.ts'
import { Progress } from '../../ui/Progress.tsx'

/** The running job in one line, linking to the jobs page. */
export function JobChip() {
  const { data } = useQuery(jobsQuery(useClient()))
  const symbolOf = useTokenSymbols()
  const running = data?.value.jobs.filter(isActive) ?? []
  const [job] = running
  if (job === undefined) return null
  const stage = currentStage(job)
  return (
    <Link to="/jobs" className="job-chip tiny dim">
      <span className="truncate">
        {running.length > 1
          ? countOf(running.length, 'job')
          : `Reading ${symbolOf(job.network, job.token_address) ?? shortAddress(job.token_address)}`}
        {stage === null ? '' : ` · ${STAGE_LABELS[stage.name].doing}`}
      </span>
      <Progress label="Running job" done={jobProgress(job)} total={1} />
    </Link>
  )
}
