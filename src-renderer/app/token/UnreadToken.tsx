import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { ApiError } from '../../../src-client/api-error.ts'
import { useClient } from '../../api/service.tsx'
import { jobsQuery, statusQuery } from '../../api/service-queries.ts'
import { newestTradesQuery, type TokenRef } from '../../api/token-queries.ts'
import { JobCard } from '../../features/jobs/JobCard.tsx'
import { useJobActions } from '../../features/jobs/use-job-actions.ts'
import { AddressText } from '../../ui/AddressText.tsx'
import { Button } from '../../ui/Button.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { OtherNetworks } from './OtherNetworks.tsx'
import { TradesOnly } from './TradesOnly.tsx'
import { WorkspaceSkeleton } from './WorkspaceSkeleton.tsx'

interface Props {
  token: TokenRef
  error: Error | null
  retrying: boolean
  onRetry: () => void
}

/** A token without stored data: shows its running read, or how to start one. */
export function UnreadToken({ token, error, retrying, onRetry }: Props) {
  const jobs = useQuery(jobsQuery(useClient()))
  const job = jobs.data?.value.jobs.find((each) => each.network === token.network && each.token_address === token.address)
  if (job !== undefined && job.state !== 'done') {
    return (
      <div className="page narrow">
        <header className="page-head">
          <h1>{job.state === 'failed' ? 'This token could not be read' : 'Reading this token for the first time'}</h1>
          {job.state === 'failed' ? null : (
            <p className="quiet">
              Reading from the {NETWORKS[token.network].name} endpoint. This page opens automatically when the first results are ready.
            </p>
          )}
          <AddressText address={token.address} full />
          <OtherNetworks token={token} />
        </header>
        <JobCard job={job} open link={false} />
      </div>
    )
  }
  if (error === null) return <WorkspaceSkeleton />
  if (error instanceof ApiError && error.code === 'token_pending') return <WorkspaceSkeleton />
  if (error instanceof ApiError && error.code === 'token_not_found') return <NotStored token={token} onRetry={onRetry} />
  return <Failure title="Could not open this token" error={error} onRetry={onRetry} retrying={retrying} />
}

function NotStored({ token, onRetry }: { token: TokenRef; onRetry: () => void }) {
  const client = useClient()
  const status = useQuery(statusQuery(client))
  const trades = useQuery(newestTradesQuery(client, token))
  const { start } = useJobActions()
  const { name, id } = NETWORKS[token.network]
  if (trades.isPending) return <WorkspaceSkeleton />
  if ((trades.data?.value.trades.length ?? 0) > 0) return <TradesOnly token={token} />
  const source = status.data?.value.sources.find((each) => each.network === token.network)
  if (source !== undefined && source.state !== 'unset') {
    return (
      <EmptyState
        level={1}
        icon="download"
        title="This token has not been read yet"
        actions={
          <Button
            kind="primary"
            text={start.isPending ? 'Starting…' : `Read from ${name}`}
            onClick={() => start.mutate(token)}
            disabled={start.isPending}
          />
        }
      >
        <AddressText address={token.address} full />
        <OtherNetworks token={token} />
        <p>This takes seconds to minutes. You can stop and resume it at any time.</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      level={1}
      icon="download"
      title="This token is not stored and cannot be read yet"
      actions={
        <>
          <Link className="button button-primary" to="/settings">
            Add a source
          </Link>
          <Button icon="refresh" text="Try again" onClick={onRetry} />
        </>
      }
    >
      <AddressText address={token.address} full />
      <p>
        Set an endpoint for {name} in Settings, or start Holderscope with <code>--source {id}=URL</code>. You can also <Link to="/">import</Link> a
        holder map, a snapshot or recorded node responses.
      </p>
    </EmptyState>
  )
}
