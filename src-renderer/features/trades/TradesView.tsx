import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { unlistedTradesText } from '../../../src-shared/domain/shown.ts'
import { useLiveState } from '../../api/service.tsx'
import type { TokenRef } from '../../api/token-queries.ts'
import { countOf } from '../../format/number.ts'
import { displayName, type TokenNamer } from '../../format/token-name.ts'
import { selectWallets, toggleWallet, useSelection } from '../../stores/selection.ts'
import { Button } from '../../ui/Button.tsx'
import { copyWithToast } from '../../ui/Copy.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { EmptyState, Notice } from '../../ui/States.tsx'
import { ColumnsMenu } from '../../ui/table/ColumnsMenu.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useTableQuery } from '../../ui/table/use-table-query.ts'
import { SaveCsvButton } from '../../ui/table/SaveCsvButton.tsx'
import { useColumns } from '../../ui/table/use-columns.ts'
import { USD } from './price/candles.ts'
import { followLagText, FollowControl, useFollow } from './FollowControl.tsx'
import { PricePanel } from './price/PricePanel.tsx'
import type { TapeState } from './tape/tape.ts'
import { NO_FILTER, createPredicate, type TradeFilter } from './filter/trade-filter.ts'
import { readTradeFilter, tradeQuery } from './filter/trade-filter-url.ts'
import { tradeColumns } from './trade-columns.tsx'
import type { TradeRow } from './tape/trade-rows.ts'
import { TradeTools } from './filter/TradeTools.tsx'
import { cx } from '../../ui/cx.ts'
import styles from './TradesView.module.css'
import { useFilteredRows } from './filter/use-filtered-rows.ts'
import { useTradeStats } from './price/use-trade-stats.ts'
import { useTape } from './tape/use-tape.ts'
import { TradeNotes } from './notes/TradeNotes.tsx'
import { useTradeNotes } from './notes/trade-notes.ts'
import { useWalletRoles } from './wallet-roles.ts'

interface Props {
  token: TokenRef
  symbol: string | null
  /** Names of the quote tokens. */
  nameOf: TokenNamer
  creator: string | null
  /** Number of stored trades. Null if nothing else is stored: then it is unknown, and no wallet has a role. */
  stored: number | null
  fileName: string
}

const rowId = (row: TradeRow): string => row.id

/** Trades, newest first: live updates on top, older pages below, and a price chart above. */
export function TradesView({ token, symbol, nameOf, creator, stored, fileName }: Props) {
  const { tape, state } = useTape(token)
  const follow = useFollow(token, tape.revert)
  const connection = useLiveState()
  const [query, change] = useTableQuery('trades')
  const filter = useMemo(() => readTradeFilter(query), [query])
  const setFilter = (next: TradeFilter): void => change(tradeQuery(next))
  const [paused, setPaused] = useState(false)
  const [away, setAway] = useState(false)
  // Remounts the table at its top on each jump to the newest trade.
  const [tops, setTops] = useState(0)
  const wallets = useSelection((selection) => selection.wallets)
  const notes = useTradeNotes(token)
  const [noted, setNoted] = useState<TradeRow | null>(null)
  const roleOf = useWalletRoles(token, creator, stored !== null)

  const { rows } = state
  const [span, setSpan] = useState<number | null>(null)
  const { candles, priced, venues } = useTradeStats(rows, span)
  // Typed text renders before the filter result.
  const wanted = useDeferredValue(filter)
  const passes = useMemo(() => createPredicate(wanted, roleOf), [wanted, roleOf])
  const { rows: shown, isDone } = useFilteredRows(rows, passes)
  const quoteId = candles?.quote ?? null
  const unit = quoteId === USD || quoteId === null ? 'USD' : displayName(nameOf(quoteId))
  const all = useMemo(
    () =>
      tradeColumns({
        network: token.network,
        symbol,
        nameOf,
        roleOf,
        notes,
        onNotes: setNoted,
        quote: quoteId === null ? null : { id: quoteId, name: quoteId === USD ? '$' : displayName(nameOf(quoteId)) },
      }),
    [token.network, symbol, nameOf, roleOf, notes, quoteId],
  )
  const columns = useColumns('trades', all)
  const selected = useSelectedRows(shown, wallets)

  const keep = (nextPaused: boolean, nextAway: boolean): void => {
    setPaused(nextPaused)
    setAway(nextAway)
    tape.hold(nextPaused || nextAway)
  }
  const toTop = (): void => {
    keep(false, false)
    setTops(tops + 1)
  }
  // While the filter is running, the end of the matches is not the end of the data.
  const more = useCallback(() => (isDone ? tape.loadOlder() : undefined), [tape, isDone])

  if (state.phase === 'loading') return <SkeletonRows what="trades" />
  if (state.phase === 'failed') return <Failure title="Could not load trades" error={state.error} onRetry={tape.start} />
  const countLabel = countText(state, shown.length, isDone)
  // While new trades arrive, their number and the list are not of the same moment.
  const unlisted = state.older !== 'end' || follow?.following === true ? 0 : Math.max(0, (stored ?? 0) - rows.length - state.waiting)
  const lag = connection === 'reconnecting' ? DISCONNECTED : follow === null ? null : followLagText(follow)
  return (
    <div className={cx('column', styles.view)}>
      <div className="table-tools">
        {follow === null ? null : <FollowControl token={token} follow={follow} />}
        <Button
          kind="quiet"
          icon={paused ? 'play' : 'pause'}
          aria-pressed={paused}
          text={paused ? 'Resume' : 'Pause'}
          onClick={() => keep(!paused, away)}
        />
        <span className="quiet num truncate" role="status" title={countLabel}>
          {countLabel}
        </span>
        <div className="table-actions">
          <ColumnsMenu table="trades" columns={all} />
          <SaveCsvButton fileName={`${fileName}-trades`} columns={columns} rows={shown} disabled={shown.length === 0 || !isDone} />
        </div>
      </div>
      {lag === null ? null : <Notice tone="warning">{lag}</Notice>}
      {state.gap !== 'failed' ? null : (
        <Notice tone="critical">
          Could not load missed trades: {state.error?.message} <Button kind="quiet" icon="refresh" text="Retry" onClick={tape.fillGap} />
        </Notice>
      )}
      {unlisted === 0 ? null : <Notice tone="warning">{unlistedTradesText(unlisted)}</Notice>}
      {rows.length === 0 ? (
        unlisted > 0 ? null : (
          <NoTrades following={follow?.following === true} />
        )
      ) : (
        <>
          {candles === null ? null : <PricePanel data={candles} symbol={symbol} unit={unit} span={span} onSpan={setSpan} />}
          <div className={`table-tools ${styles.filters}`}>
            <TradeTools filter={filter} onFilter={setFilter} venues={venues} priced={priced} symbol={symbol} />
          </div>
          <div className={styles.rows}>
            {state.waiting === 0 ? null : (
              <Button kind="primary" className={styles.waiting} icon="chevronUp" text={countOf(state.waiting, 'new trade')} onClick={toTop} />
            )}
            <DataTable
              key={tops}
              table="trades"
              label="Trades"
              rows={shown}
              columns={columns}
              rowId={rowId}
              selected={selected}
              selection={wallets}
              onSelect={(row, add) => (add ? toggleWallet(row.signer) : selectWallets([row.signer]))}
              onOpen={setNoted}
              onCopy={(row) => void copyWithToast(row.tx, 'Transaction ID copied')}
              onEnd={more}
              onAway={(next) => (next === away ? undefined : keep(paused, next))}
              empty={
                !isDone ? (
                  `Filtering ${countOf(rows.length, 'trade')}…`
                ) : (
                  <>
                    None of the {countOf(rows.length, 'loaded trade')} match the filter.{' '}
                    <Button kind="quiet" text="Clear filter" onClick={() => setFilter(NO_FILTER)} />
                  </>
                )
              }
            />
          </div>
        </>
      )}
      {noted === null ? null : <TradeNotes token={token} symbol={symbol} row={noted} onClose={() => setNoted(null)} />}
    </div>
  )
}

const DISCONNECTED = 'Connection to Holderscope lost. Reconnecting; missed trades are filled in automatically.'

/** Rows of the selected wallets. */
function useSelectedRows(rows: readonly TradeRow[], wallets: readonly string[]): ReadonlySet<string> {
  const passes = useMemo(() => {
    if (wallets.length === 0) return null
    const chosen = new Set(wallets)
    return (row: TradeRow): boolean => chosen.has(row.signer)
  }, [wallets])
  const { rows: chosen } = useFilteredRows(passes === null ? NO_ROWS : rows, passes, NO_ROWS)
  return useMemo(() => new Set(chosen.map(rowId)), [chosen])
}

const NO_ROWS: readonly TradeRow[] = []

function NoTrades({ following }: { following: boolean }) {
  return (
    <EmptyState icon="trades" title={following ? 'No trades yet' : 'No trades stored for this token'}>
      <p>
        {following
          ? 'The token is being followed. New trades appear here automatically.'
          : 'Read the token from a chain endpoint, follow it live, or import recorded node responses. Holder files contain no trades, so snipers and bundlers stay unknown.'}
      </p>
    </EmptyState>
  )
}

function countText({ rows, older, gap }: TapeState, shown: number, isDone: boolean): string {
  if (!isDone) return `Filtering ${countOf(rows.length, 'trade')}…`
  const count = shown === rows.length ? countOf(rows.length, 'trade') : `${shown.toLocaleString('en')} of ${countOf(rows.length, 'trade')}`
  if (gap === 'filling') return `${count}, loading missed trades…`
  return `${count}${OLDER_TEXT[older]}`
}

const OLDER_TEXT: Readonly<Record<TapeState['older'], string>> = {
  more: ' loaded, scroll for older ones',
  loading: ' loaded, loading older ones…',
  failed: ' loaded, older ones failed to load: scroll to retry',
  end: ', all loaded',
  full: ' shown, export older ones through the API',
}
