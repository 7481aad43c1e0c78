import { useQuery } from '@tanstack/react-query'
import type { ConnectionRecord } from '../../../src-shared/contract/records/service.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { useClient } from '../../api/service.tsx'
import { connectionsQuery, statusQuery } from '../../api/service-queries.ts'
import { shortAddress } from '../../format/address.ts'
import { countOf, formatCount } from '../../format/number.ts'
import { QueryFailure } from '../../ui/Failure.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { AgeCell, PlainTable } from '../../ui/PlainTable.tsx'
import { Section } from '../../ui/Section.tsx'

/** Maximum number of topics listed per row. */
const MAX_TOPICS = 4

/** Connected stream clients by key name, with their topics. */
export function Subscribers() {
  const client = useClient()
  const query = useQuery(connectionsQuery(client))
  const all = useQuery(statusQuery(client)).data?.value.connections
  const rows = query.data?.value.connections ?? []
  return (
    <Section id="subscribers" title="Connected clients">
      {query.isPending ? <SkeletonRows rows={2} what="connected clients" /> : null}
      <QueryFailure title="Could not load connected clients" query={query} />
      {query.data !== undefined && rows.length === 0 ? (
        <p className="block-text">None. Pages that show a token connect automatically, under the name of their key.</p>
      ) : null}
      {rows.length === 0 ? null : (
        <PlainTable dense columns={['Key', 'Since', { end: 'Subscriptions' }, 'To']}>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">{row.key}</th>
              <AgeCell at={row.since} />
              <td className="end num">{formatCount(row.subscriptions)}</td>
              <td>
                <Topics row={row} />
              </td>
            </tr>
          ))}
        </PlainTable>
      )}
      {all !== undefined && all > rows.length && rows.length > 0 ? (
        <p className="block-text">
          The newest {formatCount(rows.length)} of {countOf(all, 'connection')}.
        </p>
      ) : null}
    </Section>
  )
}

function Topics({ row: { topics, subscriptions } }: { readonly row: ConnectionRecord }) {
  if (subscriptions === 0) return <span className="quiet">nothing yet</span>
  const named = topics.slice(0, MAX_TOPICS)
  return (
    <span className="quiet" title={topics.map(({ stream, network, address }) => `${stream} of ${address} on ${NETWORKS[network].name}`).join('\n')}>
      {named.map(({ stream, address }) => `${stream} of ${shortAddress(address)}`).join(', ')}
      {subscriptions > named.length ? ` and ${formatCount(subscriptions - named.length)} more` : ''}
    </span>
  )
}
