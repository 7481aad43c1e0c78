import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import type { TokenSummary } from '../../../src-shared/contract/records/local.ts'
import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import { mayHoldUnread } from '../../../src-shared/domain/partial-holders.ts'
import { isNamedUnknown, MAY_LACK_WALLETS, unknownBecause } from '../../../src-shared/domain/unknown-lists.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { rulesQuery } from '../../api/evidence-queries.ts'
import { holdingsAt } from '../../api/snapshot-holdings.ts'
import { useClient } from '../../api/service.tsx'
import { earlyQuery, overviewQuery, type TokenRef } from '../../api/token-queries.ts'
import { capitalize } from '../../format/capitalize.ts'
import { countOf, filteredCount } from '../../format/number.ts'
import { formatMoment } from '../../format/time.ts'
import { selectWallets, toggleWallet, useSelection } from '../../stores/selection.ts'
import { copyWithToast } from '../../ui/Copy.tsx'
import { QueryFailure } from '../../ui/Failure.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { EmptyState, Notice, NoteList } from '../../ui/States.tsx'
import { ColumnsMenu } from '../../ui/table/ColumnsMenu.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useTableQuery } from '../../ui/table/use-table-query.ts'
import { NoMatch } from '../../ui/table/NoMatch.tsx'
import { SaveCsvButton } from '../../ui/table/SaveCsvButton.tsx'
import { useColumns } from '../../ui/table/use-columns.ts'
import { TableTools } from '../../ui/TableTools.tsx'
import { Bundles } from './Bundles.tsx'
import { earlyColumns } from './early-columns.tsx'
import { filterEarly, earlyRows, type EarlyRow } from './early-rows.ts'
import { CreatorHolding } from './CreatorHolding.tsx'
import { bundleText, holdersText, KIND_TEXT, shareText, windowText, type EarlyKind } from './early-text.ts'
import styles from './EarlyView.module.css'
import { LaunchBlocks } from './LaunchBlocks.tsx'
import { LifeLegend } from './LifeLine.tsx'
import { WalletLife } from './WalletLife.tsx'

interface Props {
  kind: EarlyKind
  token: TokenRef
  summary: TokenSummary
  /** The selected snapshot; holdings are taken from it. Null for the latest state. */
  moment: SnapshotRecord | null
  fileName: string
}

/** One list of early wallets: who, how much, why, and their activity since. */
export function EarlyView(props: Props) {
  const { kind, token } = props
  const query = useQuery(earlyQuery(useClient(), token))
  if (query.data !== undefined) return <EarlyList key={kind} {...props} record={query.data.value} />
  if (query.isError) return <QueryFailure title={`Could not compute ${kind}`} query={query} />
  return <SkeletonRows what={kind} />
}

const KIND_TITLES: Readonly<Record<EarlyKind, string>> = { snipers: 'Snipers', bundlers: 'Bundlers', insiders: 'Insiders' }
const rowId = (row: EarlyRow): string => row.address

/** The rule by which records decide whether a sniper still holds (docs/detection.md#snipers). */
const TOLERANCE = 'sniper.tolerance'

function EarlyList({ kind, token, record, summary, moment, fileName }: Props & { record: EarlyRecord }) {
  const [{ filter = '' }, change] = useTableQuery(kind)
  const setFilter = (text: string): void => change({ filter: text })
  const wallets = useSelection((state) => state.wallets)
  const client = useClient()
  const mayGrow = isNamedUnknown(kind, useQuery(overviewQuery(client, token)).data?.unknown ?? [])
  const rules = useQuery({ ...rulesQuery(client), enabled: moment !== null }).data?.value.rules
  const tolerance = rules?.find(({ key }) => key === TOLERANCE)?.value ?? null
  const then = useMemo(() => (moment === null ? null : { time: moment.currency.as_of, held: holdingsAt(moment), tolerance }), [moment, tolerance])
  const mayHold = mayHoldUnread(summary)
  const rows = useMemo(() => earlyRows(record, kind, then, mayHold), [record, kind, then, mayHold])
  const shown = useMemo(() => filterEarly(rows, filter), [rows, filter])
  const axis = useMemo(() => {
    const from = record.window?.first_time ?? summary.created_at ?? summary.as_of
    return { from, to: Math.max(summary.as_of, from + 60), snapshot: then?.time ?? null }
  }, [record, summary, then])
  const all = useMemo(() => earlyColumns(kind, { token, axis }), [kind, token, axis])
  const columns = useColumns(kind, all)
  const selected = useMemo(() => new Set(wallets), [wallets])
  const focused = rows.find((row) => row.address === wallets[0])
  const kindText = KIND_TEXT[kind]

  if (rows.length === 0) return <NoneFound kind={kind} token={token} record={record} summary={summary} />
  return (
    <div className="column">
      <header className={styles.head}>
        <p>
          <strong className="num">{capitalize(shareText(rows, mayGrow))}</strong> of supply{' '}
          {moment === null ? `is held by ${holdersText(rows, kindText.one)} now.` : `was held by ${holdersText(rows, kindText.one)} then.`}{' '}
          <span className="quiet">{kindText.description}</span>
        </p>
        {kind === 'bundlers' ? <p>All bundles together {bundleText(record.bundles, NETWORKS[token.network].native.symbol, mayGrow)}.</p> : null}
        {kindText.inWindow ? <p className="quiet">{windowText(record.window)}</p> : null}
        {kind === 'insiders' && moment === null && record.creator !== null ? (
          <CreatorHolding network={token.network} creator={record.creator} mayHold={mayHold} />
        ) : null}
        {moment === null ? null : <SnapshotNotice moment={moment} rows={rows} />}
        {mayGrow ? <Notice tone="warning">{MAY_LACK_WALLETS}</Notice> : null}
        {record.notes.length === 0 ? null : (
          <Notice>
            <NoteList notes={record.notes} />
          </Notice>
        )}
      </header>
      {kind === 'bundlers' && record.groups.length > 0 ? <Bundles network={token.network} groups={record.groups} rows={rows} /> : null}
      {kind === 'snipers' && record.buys.length > 0 ? <LaunchBlocks network={token.network} record={record} /> : null}
      <div className={styles.table}>
        <TableTools
          filter={filter}
          onFilter={setFilter}
          placeholder="Filter by address or reason"
          count={filteredCount(shown.length, rows.length, kindText.one)}
        >
          <LifeLegend axis={axis} />
          <ColumnsMenu table={kind} columns={all} />
          <SaveCsvButton fileName={`${fileName}-${kind}`} columns={columns} rows={shown} disabled={shown.length === 0} />
        </TableTools>
        <DataTable
          table={kind}
          label={KIND_TITLES[kind]}
          rows={shown}
          columns={columns}
          rowId={rowId}
          rowHeight={36}
          initialSort={{ id: 'share', desc: true }}
          selected={selected}
          onSelect={(row, add) => (add ? toggleWallet(row.address) : selectWallets([row.address]))}
          onCopy={(row) => void copyWithToast(row.address, 'Address copied')}
          empty={<NoMatch what={kindText.one} filter={filter} onClear={() => setFilter('')} />}
        />
      </div>
      {focused === undefined ? null : <WalletLife token={token} row={focused} record={record} symbol={summary.symbol} />}
    </div>
  )
}

/** Names the snapshot and how many wallets it does not list. */
function SnapshotNotice({ moment, rows }: { moment: SnapshotRecord; rows: readonly EarlyRow[] }) {
  const unlisted = rows.filter(({ percentage }) => percentage === null).length
  return (
    <Notice>
      Holdings are from the snapshot of {formatMoment(moment.timestamp)}. The list itself is based on all data stored now.
      {unlisted === 0 ? '' : ` The snapshot does not list ${countOf(unlisted, 'wallet')} of it, so what they held is unknown.`}
    </Notice>
  )
}

/** Explains an empty list: nothing found, or not enough data. */
function NoneFound({ kind, token, record, summary }: { kind: EarlyKind; token: TokenRef; record: EarlyRecord; summary: TokenSummary }) {
  const kindText = KIND_TEXT[kind]
  // Until the answer says that the list is known, it is not.
  const open = useQuery(overviewQuery(useClient(), token)).data?.unknown ?? [kind]
  const because = unknownBecause(kind, summary, record.creator !== null, open)
  const isUntraded = kindText.inWindow && summary.trades === 0 && because === null
  const isLaunchUnknown = kindText.inWindow && record.window === null && !isUntraded
  const unknown = isLaunchUnknown ? (summary.trades === 0 ? NO_LAUNCH : NOT_IN_TRADES) : because
  const isCreatorUnknown = kind === 'insiders' && record.creator === null
  const what = isLaunchUnknown ? 'The launch is' : isCreatorUnknown ? 'The creator is' : `${KIND_TITLES[kind]} are`
  const title = unknown === null ? `No ${kind} found` : `${what} unknown`
  return (
    <EmptyState
      icon={kind}
      title={title}
      actions={
        unknown !== null && summary.origin === 'import' ? (
          <>
            <Link className="button button-primary" to="/settings">
              Add a source
            </Link>
            <Link className="button" to="/">
              Import files
            </Link>
          </>
        ) : undefined
      }
    >
      <p>{unknown ?? (isUntraded ? 'Nobody has traded this token.' : `${kindText.none} ${kindText.inWindow ? windowText(record.window) : ''}`)}</p>
      {record.notes.length === 0 ? null : <NoteList className="state-notes" label="Notes about the data" notes={record.notes} />}
    </EmptyState>
  )
}

const NOT_IN_TRADES = 'The stored trades do not show who bought at the launch.'
const NO_LAUNCH =
  'No trades near the launch are stored, and holder imports do not include any. Set an endpoint in Settings and read the token, or import recorded blocks of its launch.'
