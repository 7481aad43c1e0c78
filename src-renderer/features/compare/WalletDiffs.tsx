import { useMemo, useState } from 'react'
import { filteredCount, formatAmount } from '../../format/number.ts'
import { selectWallets, useSelection } from '../../stores/selection.ts'
import { AddressText } from '../../ui/AddressText.tsx'
import { ClusterMark } from '../../ui/ClusterMark.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { numberColumn, type Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { SaveCsvButton } from '../../ui/table/SaveCsvButton.tsx'
import { TableTools } from '../../ui/TableTools.tsx'
import { Percent } from '../../ui/Value.tsx'
import { changeColumn, changeLabel, formatPoints } from './change-column.tsx'
import { WALLET_CHANGES, type WalletChange, type WalletDiff } from '../../../src-shared/domain/snapshot-diff.ts'

const rowId = (row: WalletDiff): string => row.address

const DASH = <span className="quiet">–</span>

function columnsFor(symbol: string): Column<WalletDiff>[] {
  return [
    changeColumn(84),
    {
      id: 'wallet',
      header: 'Wallet',
      width: 200,
      grow: 2,
      cell: (row) => <AddressText address={row.address} label={row.label} />,
      sortBy: (row) => row.label ?? row.address,
      csv: (row) => row.address,
    },
    { ...shareColumn('before', 'Before', (row) => row.before), dropPriority: 1 },
    shareColumn('after', 'After', (row) => row.after),
    numberColumn({
      id: 'points',
      header: 'Points',
      description: 'Percentage points of total supply; – if a snapshot does not list the wallet',
      width: 88,
      cell: ({ points }) => (points === null ? DASH : <span className="num">{formatPoints(points)}</span>),
      value: (row) => row.points,
    }),
    numberColumn({
      id: 'amount',
      header: symbol === '' ? 'Amount' : symbol,
      width: 96,
      dropPriority: 2,
      cell: ({ amount }) =>
        amount === null ? (
          DASH
        ) : (
          <span className="num" title={String(amount)}>
            {amount > 0 ? '+' : '−'}
            {formatAmount(Math.abs(amount))}
          </span>
        ),
      value: (row) => row.amount,
      csvHeader: 'amount',
    }),
    {
      id: 'cluster',
      header: 'Cluster',
      width: 120,
      cell: (row) => <ClusterStep row={row} />,
      sortBy: (row) => row.clusterAfter ?? row.clusterBefore,
      csv: (row) => (row.clusterAfter === null ? null : row.clusterAfter + 1),
    },
  ]
}

function shareColumn(id: string, header: string, read: (row: WalletDiff) => number | null): Column<WalletDiff> {
  return numberColumn({
    id,
    header,
    description: 'Percent of total supply; – if the snapshot does not list the wallet',
    width: 80,
    cell: (row) => {
      const value = read(row)
      return value === null ? DASH : <Percent value={value} />
    },
    value: read,
  })
}

function ClusterStep({ row: { clusterBefore, clusterAfter } }: { readonly row: WalletDiff }) {
  if (clusterBefore === clusterAfter) return clusterAfter === null ? DASH : <ClusterMark index={clusterAfter} />
  const mark = (cluster: number | null) => (cluster === null ? 'none' : <ClusterMark index={cluster} />)
  return (
    <span>
      {mark(clusterBefore)} → {mark(clusterAfter)}
    </span>
  )
}

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
  const [text, setText] = useState('')
  const [kind, setKind] = useState<WalletChange | 'all'>('all')
  const wallets = useSelection((state) => state.wallets)
  const columns = useMemo(() => columnsFor(symbol), [symbol])
  const shown = useMemo(() => {
    const wanted = text.trim().toLowerCase()
    return rows.filter((row) => (kind === 'all' || row.change === kind) && `${row.address} ${row.label ?? ''}`.toLowerCase().includes(wanted))
  }, [rows, text, kind])
  return (
    <div className="column">
      <TableTools
        filter={text}
        onFilter={setText}
        placeholder="Filter by address or label"
        count={filteredCount(shown.length, rows.length, 'change')}
      >
        <Segmented label="Type of change" value={kind} options={KINDS} onChange={setKind} />
        <SaveCsvButton fileName={`${fileName}-wallets`} columns={columns} rows={shown} />
      </TableTools>
      <DataTable
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
