import { Link } from '@tanstack/react-router'
import type { StatusRecord } from '../../../src-shared/contract/records/service.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { Notice } from '../../ui/States.tsx'

/** Which networks can be read now, and what to do if none can. */
export function SourceHint({ sources }: { sources: StatusRecord['sources'] }) {
  const failing = sources.filter((source) => source.state === 'failing')
  if (failing.length > 0) {
    return (
      <Notice tone="warning">
        Endpoint not responding for {failing.map((source) => NETWORKS[source.network].name).join(' and ')}:{' '}
        {failing[0]?.message ?? 'no reason given.'} <Link to="/settings">View sources</Link>
      </Notice>
    )
  }
  if (sources.some((source) => source.state !== 'unset')) return null
  return (
    <Notice>
      No chain endpoint is set, so only stored tokens can be opened. <Link to="/settings">Add one</Link> to read others.
    </Notice>
  )
}
