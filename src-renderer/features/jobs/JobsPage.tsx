import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../api/service.tsx'
import { isActive, jobsQuery } from '../../api/service-queries.ts'
import { openPalette } from '../../stores/shell.ts'
import { Button } from '../../ui/Button.tsx'
import { QueryFailure } from '../../ui/Failure.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { JobCard } from './JobCard.tsx'

export function JobsPage() {
  const jobs = useQuery(jobsQuery(useClient()))
  const rows = jobs.data?.value.jobs ?? []
  return (
    <div className="page">
      <header className="page-head">
        <h1>Jobs</h1>
        <p className="quiet">Token reads, newest first. A stopped job resumes where it left off.</p>
      </header>
      {jobs.isPending ? <SkeletonRows rows={4} what="jobs" /> : null}
      <QueryFailure title="Could not load jobs" query={jobs} />
      {jobs.data !== undefined && rows.length === 0 ? (
        <EmptyState icon="jobs" title="No jobs yet" actions={<Button icon="search" text="Search for a token" onClick={() => openPalette()} />}>
          <p>Opening a token that is not stored starts a job if an endpoint is set for its network.</p>
        </EmptyState>
      ) : null}
      <div className="jobs">
        {rows.map((job, index) => (
          <JobCard key={job.id} job={job} open={index === 0 || isActive(job)} />
        ))}
      </div>
    </div>
  )
}
