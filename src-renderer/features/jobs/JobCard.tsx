import { Link } from '@tanstack/react-router'
import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { useTokenSymbols } from '../../api/use-token-symbols.ts'
import { shortAddress } from '../../format/address.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { Age } from '../../ui/Value.tsx'
import { callsInAll, JobStages, timeLeft } from './JobStages.tsx'
import { canCancel, canReadAgain, canResume, STATE_LABELS } from './job-labels.ts'
import { ReadAgain } from './ReadAgain.tsx'
import { useJobActions } from './use-job-actions.ts'

/** One job: target, progress and actions. */
export function JobCard({ job, open, link = true }: { job: JobRecord; open: boolean; link?: boolean }) {
  const { cancel, resume } = useJobActions()
  const symbolOf = useTokenSymbols()
  const state = STATE_LABELS[job.state]
  const left = timeLeft(job)
  const calls = callsInAll(job)
  return (
    <details className="job" open={open}>
      <summary className="job-head">
        <Avatar address={job.token_address} size={18} />
        <span className="job-title truncate">
          <strong>{symbolOf(job.network, job.token_address) ?? shortAddress(job.token_address)}</strong>
          <span className="quiet">
            {' '}
            {job.kind === 'read' ? 'read from' : 'import on'} {NETWORKS[job.network].name}
          </span>
        </span>
        {left === null ? null : <span className="quiet num">{left}</span>}
        <Tag tone={state.tone} text={state.label} />
        <span className="job-age quiet">
          <Age at={job.updated_at} />
        </span>
      </summary>
      <div className="job-body">
        {job.error === null ? null : (
          <p className="job-error" role="alert">
            {job.error}{' '}
            {job.kind === 'read' && job.state === 'failed' ? <Link to="/settings">View {NETWORKS[job.network].name} endpoints</Link> : null}
          </p>
        )}
        <JobStages job={job} />
        {calls === null ? null : <p className="job-calls quiet num">{calls}</p>}
        <div className="job-actions row wrap small">
          {link ? (
            <Link className="button button-plain" to="/t/$network/$address" params={{ network: job.network, address: job.token_address }}>
              Open token
            </Link>
          ) : null}
          {canCancel(job) ? (
            <Button
              kind={link ? 'quiet' : 'plain'}
              text={job.kind === 'read' ? 'Stop' : 'Cancel'}
              onClick={() => cancel.mutate(job.id)}
              disabled={cancel.isPending}
            />
          ) : null}
          {canResume(job) ? <Button icon="refresh" text="Resume" onClick={() => resume.mutate(job.id)} disabled={resume.isPending} /> : null}
          {canReadAgain(job) ? <ReadAgain token={{ network: job.network, address: job.token_address }} /> : null}
          <span className="quiet">{actionNote(job)}</span>
        </div>
      </div>
    </details>
  )
}

function actionNote(job: JobRecord): string | null {
  if (canCancel(job)) return job.kind === 'read' ? 'Stop at any time: data that was read is kept, and you can resume later.' : null
  return canResume(job) && job.state === 'cancelled' ? 'Data that was read is kept and shown as partial.' : null
}
