import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../api/service.tsx'
import { isActive, jobsQuery, tokensQuery } from '../../api/service-queries.ts'
import { currentStage, jobProgress, STAGE_LABELS } from '../../features/jobs/job-labels.ts'
import { shortAddress } from '../../format/address.ts'
import { countOf } from '../../format/number.ts'
import { Progress } from '../../ui/Progress.tsx'

/** The running job in one line, linking to the jobs page. */
export function JobChip() {
  const client = useClient()
  const { data } = useQuery(jobsQuery(client))
  const tokens = useQuery(tokensQuery(client)).data?.value.tokens
  const running = data?.value.jobs.filter(isActive) ?? []
  const [job] = running
  if (job === undefined) return null
  const stage = currentStage(job)
  const symbol = tokens?.find(({ network, address }) => network === job.network && address === job.token_address)?.symbol
  return (
    <Link to="/jobs" className="job-chip">
      <span className="truncate">
        {running.length > 1 ? countOf(running.length, 'job') : `Reading ${symbol ?? shortAddress(job.token_address)}`}
        {stage === null ? '' : ` · ${STAGE_LABELS[stage.name].doing}`}
      </span>
      <Progress label="Running job" done={jobProgress(job)} total={1} />
    </Link>
  )
}
