import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { StatusRecord } from '../../../src-shared/contract/records/service.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { isUnreachable } from '../../../src-client/api-error.ts'
import type { LiveState } from '../../../src-client/live.ts'
import { useClient, useLiveState } from '../../api/service.tsx'
import { sourceCheckQuery, statusQuery } from '../../api/service-queries.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'

type Tone = 'ok' | 'warning' | 'critical' | 'unknown'

/** Status of the service and of the source for this network. */
export function ConnectionState({ network }: { network: NetworkId | null }) {
  const live = useLiveState()
  const { data, error } = useQuery(statusQuery(useClient()))
  useSourceCheck(data?.value, network)
  const service = serviceState(live, isUnreachable(error))
  const source = network === null || data === undefined ? null : sourceState(data.value, network)
  return (
    <Link
      to="/settings"
      className="connection small dim"
      aria-label={`Service: ${service.label}. ${source === null ? '' : `Source: ${source.label}.`}`}
    >
      <Tooltip text={service.description}>
        <span className="connection-part" data-tone={service.tone}>
          <i className="dot" />
          {service.label}
        </span>
      </Tooltip>
      {source === null ? null : (
        <Tooltip text={source.description}>
          <span className="connection-part" data-tone={source.tone}>
            <i className="dot" />
            {source.label}
          </span>
        </Tooltip>
      )}
    </Link>
  )
}

/** Checks the source of the open token while the page is visible. */
function useSourceCheck(status: StatusRecord | undefined, network: NetworkId | null): void {
  const source = status?.sources.find((row) => row.network === network)
  const isChecked = source !== undefined && source.state !== 'unset'
  useQuery({ ...sourceCheckQuery(useClient(), useQueryClient(), network ?? 'sol'), enabled: isChecked })
}

function serviceState(live: LiveState, unreachable: boolean): { label: string; tone: Tone; description: string } {
  if (unreachable) return { label: 'Offline', tone: 'critical', description: 'The service is not responding. Data on this page may be out of date.' }
  if (live === 'reconnecting') return { label: 'Reconnecting', tone: 'warning', description: 'Live updates are interrupted. Reconnecting.' }
  if (live === 'open') return { label: 'Connected', tone: 'ok', description: 'Changes appear here as the service stores them.' }
  return { label: 'Ready', tone: 'ok', description: 'The service is running.' }
}

function sourceState(status: StatusRecord, network: NetworkId): { label: string; tone: Tone; description: string } {
  const name = NETWORKS[network].name
  const row = status.sources.find((source) => source.network === network)
  if (row === undefined || row.state === 'unset')
    return { label: 'No source', tone: 'unknown', description: `No endpoint is set for ${name}. Add one in Settings to read new data.` }
  if (row.state === 'failing')
    return { label: 'Source failing', tone: 'critical', description: row.message ?? `The ${name} endpoint is not responding.` }
  if (row.state === 'untested') return { label: 'Source set', tone: 'ok', description: `The ${name} endpoint is set but has not been used yet.` }
  return { label: 'Source OK', tone: 'ok', description: row.message ?? `The ${name} endpoint is responding.` }
}
