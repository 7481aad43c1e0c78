import { useMemo } from 'react'
import { filteredCount } from '../../format/number.ts'
import { selectWallets, useSelection } from '../../stores/selection.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useTableQuery } from '../../ui/table/use-table-query.ts'
import { SaveCsvButton } from '../../ui/table/SaveCsvButton.tsx'
import { TableTools } from '../../ui/TableTools.tsx'
import { WALLET_CHANGES, type WalletChange, type WalletDiff } from '../../../src-shared/domain/snapshot-diff.ts'
import { changeLabel } from './change-column.tsx'
import { walletDiffColumns } from './wallet-diff-columns.tsx'

const rowId = (row: WalletDiff): string => row.address

const ALL = { id: 'all', label: 'All' } as const
const KINDS: readonly { readonly id: WalletChange | 'all'; readonly label: string }[] = [
  ALL,
  ...WALLET_CHANGES.map((id) => ({ id, label: changeLabel(id) })),
]

/** Wallets that entered, left, grew or shrank. A click selects the wallet in the graph. */
export function WalletDiffs({
  rows,
  symbol,
  fileName,
}: {
  readonly rows: readonly WalletDiff[]
  readonly symbol: string
  readonly fileName: string
}) {
  const [{ filter: text = '', change: wantedKind }, change] = useTableQuery('wallet-changes')
  const kind = KINDS.find(({ id }) => id === wantedKind)?.id ?? ALL.id
  const wallets = useSelection((state) => state.wallets)
  const columns = useMemo(() => walletDiffColumns(symbol), [symbol])
  const shown = useMemo(() => {
    const wanted = text.trim().toLowerCase()
    return rows.filter((row) => (kind === 'all' || row.change === kind) && `${row.address} ${row.label ?? ''}`.toLowerCase().includes(wanted))
  }, [rows, text, kind])
  return (
    <div className="column">
      <TableTools
        filter={text}
        onFilter={(filter) => change({ filter })}
        placeholder="Filter by address or label"
        count={filteredCount(shown.length, rows.length, 'change')}
      >
        <Segmented label="Type of change" value={kind} options={KINDS} onChange={(id) => change({ change: id === ALL.id ? '' : id })} />
        <SaveCsvButton fileName={`${fileName}-wallets`} columns={columns} rows={shown} />
      </TableTools>
      <DataTable
        table="wallet-changes"
        label="Wallets that changed"
        rows={shown}
        columns={columns}
        rowId={rowId}
        selected={new Set(wallets)}
        onSelect={(row) => selectWallets([row.address])}
        empty={rows.length === 0 ? 'No wallets changed.' : 'No wallets with this change.'}
      />
    </div>
  )
}
