import { Link } from '@tanstack/react-router'
import { IN_COMMON_PAGE } from '../../../src-shared/contract/limits.ts'
import type { SerialRecord } from '../../../src-shared/contract/records/in-common.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { serialQuery } from '../../api/common-queries.ts'
import { useClient } from '../../api/service.tsx'
import { useOpenCase } from '../../api/use-case.ts'
import { useLongerList } from '../../api/use-longer-list.ts'
import { countOf, formatCount } from '../../format/number.ts'
import { cx } from '../../ui/cx.ts'
import { WalletName } from '../../ui/WalletName.tsx'
import { Button } from '../../ui/Button.tsx'
import { InlineError, QueryFailure } from '../../ui/Failure.tsx'
import { AgeCell, AmountCell, PlainHead } from '../../ui/PlainTable.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { RoleTags } from '../../ui/RoleTags.tsx'
import { Amount } from '../../ui/Value.tsx'
import styles from './Common.module.css'
import { NotCounted } from './NotCounted.tsx'
import { distinctSymbol } from '../../../src-shared/domain/shown.ts'

const MOST = 1000

/** Wallets and entities that were early in several tokens of a network. */
export function SerialList({ network }: { network: NetworkId }) {
  const client = useClient()
  const record = useOpenCase()
  const { query, showMore, moreError, isFetchingMore } = useLongerList(
    (limit) => serialQuery(client, network, record?.id ?? null, limit),
    IN_COMMON_PAGE,
    MOST,
  )
  const found = query.data?.value
  if (query.isLoadingError) return <QueryFailure title="Could not load the serial wallets" query={query} />
  if (found === undefined) return <SkeletonRows rows={8} what="serial wallets" />
  const rest = found.total - found.entries.length
  return (
    <section className="block" aria-labelledby="serial" aria-busy={query.isPlaceholderData || isFetchingMore}>
      <NotCounted network={network} tokens={found.not_counted} total={found.not_counted_total} />
      <h2 id="serial">Early in several tokens</h2>
      {found.entries.length === 0 ? (
        <EmptyState icon="snipers" title="No wallet was early in two tokens">
          <p>
            No wallet is a sniper, bundler or insider in two of the {countOf(found.counted, 'counted token')} on {NETWORKS[network].name}.
          </p>
        </EmptyState>
      ) : (
        <>
          <p className="block-text">
            Snipers, bundlers and insiders of at least two of {countOf(found.counted, 'counted token')}, with results in{' '}
            {NETWORKS[network].native.symbol} at average cost. A dash means unknown.
          </p>
          <Entries found={found} />
          {rest <= 0 ? null : (
            <p className="block-foot quiet">
              {formatCount(rest)} more are not listed. {showMore === null ? null : <Button text="Show more" onClick={showMore} />}
            </p>
          )}
          <InlineError error={moreError} />
        </>
      )}
    </section>
  )
}

function Entries({ found: { entries, tokens, network } }: { found: SerialRecord }) {
  return (
    <div className="plain-table-scroll">
      <table className={cx('plain-table', styles['entries'])} aria-labelledby="serial">
        <PlainHead
          columns={['Who', { end: 'Tokens' }, 'Early in', { end: 'Bought' }, { end: 'Sold' }, { end: 'Realised' }, { end: 'First trade' }]}
        />
        {entries.map(({ wallets, name, kind, tokens: count, lines, native }) => (
          <tbody key={wallets[0]?.address} className={styles['entry']}>
            {lines.map((line, at) => (
              <tr key={`${line.token} ${line.wallet}`}>
                {at > 0 ? null : (
                  <>
                    <th scope="rowgroup" rowSpan={lines.length}>
                      {kind === 'entity' ? <strong className={styles['entity']}>{name ?? 'Entity of the case'}</strong> : null}
                      {wallets.map((wallet) => (
                        <span key={wallet.address} className={styles['who']}>
                          <WalletName network={network} wallet={wallet} />
                        </span>
                      ))}
                      <span className={styles['when']}>
                        realised <Amount value={native.realised} unit={native.realised === null ? null : NETWORKS[network].native.symbol} />
                        {native.known < lines.length && native.known > 0 ? ` in ${native.known} of ${lines.length}` : ''}
                      </span>
                    </th>
                    <td className="end num" rowSpan={lines.length}>
                      {count}
                    </td>
                  </>
                )}
                <td>
                  <span className="tags">
                    <Link to="/t/$network/$address" params={{ network, address: line.token }}>
                      {distinctSymbol(tokens, line.token)}
                    </Link>
                    <RoleTags roles={line.roles} />
                  </span>
                </td>
                <AmountCell value={line.bought} />
                <AmountCell value={line.sold} />
                <AmountCell value={line.native.realised} />
                <AgeCell at={line.first_trade} end />
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}
