import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ImportRecord } from '../../../src-shared/contract/records/imports.ts'
import type { TokenSummary } from '../../../src-shared/contract/records/local.ts'
import { shareFigure, type ShareFigure } from '../../../src-shared/domain/share-figures.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { useClient } from '../../api/service.tsx'
import { overviewQuery } from '../../api/token-queries.ts'
import { shortAddress } from '../../format/address.ts'
import { exactPercent, formatCount, leastPercent } from '../../format/number.ts'
import { isSampleCase, sourceText } from '../../format/token-text.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { Percent } from '../../ui/Value.tsx'
import { AgeCell, AmountCell, PlainTable } from '../../ui/PlainTable.tsx'

const LISTED_SHARES = ['top10_pct', 'cluster_pct'] as const

/** Stored tokens with key figures. */
export function TokenTable({ tokens, imports }: { tokens: readonly TokenSummary[]; imports: readonly ImportRecord[] }) {
  const client = useClient()
  const overviews = useQueries({ queries: tokens.map((token) => overviewQuery(client, token)) })
  return (
    <PlainTable
      scrolls
      columns={[
        'Token',
        'Network',
        { end: 'Holders' },
        { end: 'Top 10' },
        { end: 'In clusters' },
        { end: 'Supply' },
        { end: 'Snapshots' },
        'Data',
        { end: 'As of' },
      ]}
    >
      {tokens.map((token, index) => {
        const overview = overviews[index]
        return (
          <tr key={`${token.network}${token.address}`}>
            <th scope="row">
              <Link className="token-link row" to="/t/$network/$address" params={{ network: token.network, address: token.address }}>
                <Avatar address={token.address} size={20} />
                <span className="token-link-text">
                  <strong className="truncate" title={token.symbol ?? token.address}>
                    {token.symbol ?? shortAddress(token.address)}
                  </strong>
                  <span className="quiet truncate" title={token.name ?? undefined}>
                    {token.name ?? ''}
                  </span>
                </span>
                {isSampleCase(token, imports) ? <Tag tone="notice" title={token.notes.join(' ')} text="Sample case" /> : null}
              </Link>
            </th>
            <td>{NETWORKS[token.network].name}</td>
            <td className="end num">{token.holder_count === null ? `${formatCount(token.holders_known)} known` : formatCount(token.holder_count)}</td>
            {LISTED_SHARES.map((id) => (
              <td key={id} className="end">
                {overview?.data === undefined ? (
                  <Loading failed={overview?.isError === true} />
                ) : (
                  <Share figure={shareFigure(id, overview.data.value[id], { token, creatorCounts: false, unknown: overview.data.unknown })} />
                )}
              </td>
            ))}
            <AmountCell value={token.total_supply} />
            <td className="end num">{formatCount(token.snapshots)}</td>
            <td className="quiet">{sourceText(token)}</td>
            <AgeCell at={token.as_of} end />
          </tr>
        )
      })}
    </PlainTable>
  )
}

function Share({ figure: { value, why, atLeast } }: { figure: ShareFigure }) {
  if (value === null) {
    return (
      <span className="quiet" title={why ?? undefined}>
        unknown
      </span>
    )
  }
  if (!atLeast) return <Percent value={value} />
  return (
    <span className="num" title={`At least ${exactPercent(value)} ${why ?? ''}`}>
      {leastPercent(value)}
    </span>
  )
}

function Loading({ failed }: { failed: boolean }) {
  return failed ? (
    <span className="quiet" title="Could not be computed">
      –
    </span>
  ) : (
    <Skeleton width={44} />
  )
}
