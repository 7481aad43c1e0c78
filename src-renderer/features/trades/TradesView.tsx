import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useClient, useLive } from '../../api/service.tsx'
import { tradesQuery, type TokenRef } from '../../api/token-queries.ts'
import { countOf } from '../../format/number.ts'
import { selectWallets, toggleWallet, useSelection } from '../../stores/selection.ts'
import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/Copy.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { say } from '../../ui/Toast.tsx'
import { tradeColumns } from './trade-columns.tsx'
import { tradeRows, type TradeRow } from './trade-rows.ts'

interface Props {
  token: TokenRef
  symbol: string | null
  /** Symbols of other tokens by address, as far as they are known. */
  symbols: ReadonlyMap<string, string>
}

const rowId = (row: TradeRow): string => row.id

/** Trades from the newest to the oldest, page after page; new ones are offered, so that nothing moves under the eye. */
export function TradesView({ token, symbol, symbols }: Props) {
  const client = useClient()
  const query = useInfiniteQuery(tradesQuery(client, token))
  const [fresh, setFresh] = useState(0)
  useLive({ ...token, stream: 'dex_trades' }, () => setFresh((count) => count + 1))

  const wallets = useSelection((state) => state.wallets)
  const rows = useMemo(() => tradeRows(query.data?.pages.flatMap((page) => page.value.trades) ?? [], token.address), [query.data, token.address])
  const selected = useMemo(() => {
    const chosen = new Set(wallets)
    return new Set(rows.filter((row) => chosen.has(row.signer)).map(rowId))
  }, [rows, wallets])
  const columns = useMemo(() => tradeColumns(token.network, symbol, symbols), [token.network, symbol, symbols])
  const { hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const showFresh = (): void => {
    setFresh(0)
    void refetch()
  }

  if (query.isPending) return <SkeletonRows what="trades" />
  if (query.isError && rows.length === 0)
    return <Failure title="The trades could not be read." error={query.error} onRetry={() => void refetch()} retrying={query.isFetching} />
  if (rows.length === 0) {
    return (
      <EmptyState icon="trades" title="No trades of this token are stored.">
        <p>
          They come with a read from a chain endpoint, or with imported node answers. Files of holders carry none, so snipers and bundlers stay
          unknown.
        </p>
      </EmptyState>
    )
  }
  return (
    <div className="table-room">
      <div className="table-tools">
        <span className="quiet num" role="status">
          {countOf(rows.length, 'trade')}
          {hasNextPage ? ' loaded, older ones follow as you scroll' : ', that is all of them'}
        </span>
        <div className="table-tools-gap" />
        {fresh > 0 ? (
          <Button icon="refresh" onClick={showFresh}>
            Show {countOf(fresh, 'new trade')}
          </Button>
        ) : null}
        {query.isError ? (
          <Button kind="danger" icon="refresh" onClick={more}>
            Older trades failed; try again
          </Button>
        ) : null}
      </div>
      <DataTable
        label="Trades"
        rows={rows}
        columns={columns}
        rowId={rowId}
        selected={selected}
        onSelect={(row, add) => (add ? toggleWallet(row.signer) : selectWallets([row.signer]))}
        onCopy={(row) => void copyText(row.tx).then((done) => done && say('Transaction id copied'))}
        onEnd={more}
        empty={null}
      />
    </div>
  )
}
