import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { StatusRecord } from '../../../src-shared/contract/records/service.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { isUnreachable } from '../../api/api-error.ts'
import type { LiveState } from '../../api/live.ts'
import { useClient, useLiveState } from '../../api/service.tsx'
import { statusQuery } from '../../api/service-queries.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'

type Tone = 'ok' | 'warning' | 'critical' | 'unknown'

/** Two facts in one place: does the service answer, and can this network be read. */
export function ConnectionState({ network }: { network: NetworkId | null }) {
  const live = useLiveState()
  const { data, error } = useQuery(statusQuery(useClient()))
  const service = serviceState(live, isUnreachable(error))
  const source = network === null || data === undefined ? null : sourceState(data.value, network)
  return (
    <Link to="/settings" className="connection" aria-label={`Service: ${service.word}. ${source === null ? '' : `Source: ${source.word}.`}`}>
      <Tooltip text={service.means}>
        <span className="connection-part" data-tone={service.tone}>
          <i className="dot" />
          {service.word}
        </span>
      </Tooltip>
      {source === null ? null : (
        <Tooltip text={source.means}>
          <span className="connection-part" data-tone={source.tone}>
            <i className="dot" />
            {source.word}
          </span>
        </Tooltip>
      )}
    </Link>
  )
}

function serviceState(live: LiveState, unreachable: boolean): { word: string; tone: Tone; means: string } {
  if (unreachable) return { word: 'Offline', tone: 'critical', means: 'The service is not responding. Data on this page may be out of date.' }
  if (live === 'reconnecting') return { word: 'Reconnecting', tone: 'warning', means: 'Live updates are interrupted. Reconnecting.' }
  if (live === 'open') return { word: 'Live', tone: 'ok', means: 'Live updates are on.' }
  return { word: 'Ready', tone: 'ok', means: 'The service is running.' }
}

function sourceState(status: StatusRecord, network: NetworkId): { word: string; tone: Tone; means: string } {
  const name = NETWORKS[network].name
  const row = status.sources.find((source) => source.network === network)
  if (row === undefined || row.state === 'unset')
    return { word: 'No source', tone: 'unknown', means: `No endpoint is set for ${name}. Add one in Settings to read new data.` }
  if (row.state === 'failing') return { word: 'Source failing', tone: 'critical', means: row.message ?? `The ${name} endpoint is not responding.` }
  if (row.state === 'untested') return { word: 'Source set', tone: 'ok', means: `The ${name} endpoint is set but has not been used yet.` }
  return { word: 'Source OK', tone: 'ok', means: row.message ?? `The ${name} endpoint is responding.` }
}
