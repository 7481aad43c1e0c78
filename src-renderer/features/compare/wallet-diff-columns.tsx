import { formatAmount } from '../../format/number.ts'
import { AddressText } from '../../ui/AddressText.tsx'
import { ClusterMark } from '../../ui/ClusterMark.tsx'
import { numberColumn, type Column } from '../../ui/table/column.ts'
import { Percent } from '../../ui/Value.tsx'
import type { WalletDiff } from '../../../src-shared/domain/snapshot-diff.ts'
import { changeColumn, formatPoints } from './change-column.tsx'

const DASH = <span className="quiet">–</span>

export function walletDiffColumns(symbol: string): Column<WalletDiff>[] {
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
      dropPriority: 3,
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
    { ...clusterColumn('cluster-before', 'Cluster before', (row) => row.clusterBefore), dropPriority: 4 },
    { ...clusterColumn('cluster', 'Cluster after', (row) => row.clusterAfter), csvHeader: 'cluster', dropPriority: 2 },
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

function clusterColumn(id: string, header: string, read: (row: WalletDiff) => number | null): Column<WalletDiff> {
  return {
    id,
    header,
    width: 100,
    cell: (row) => {
      const cluster = read(row)
      return cluster === null ? DASH : <ClusterMark index={cluster} />
    },
    sortBy: read,
    csv: (row) => {
      const cluster = read(row)
      return cluster === null ? null : cluster + 1
    },
  }
}
