import { useMemo } from 'react'
import { holdersCsv } from '../../../src-shared/domain/holders-csv.ts'
import type { TokenRef } from '../../api/token-queries.ts'
import { excludedPercent, createShareReader } from '../../format/percent-basis.ts'
import { setBasis, usePreferences, type PercentBasis } from '../../stores/preferences.ts'
import { selectWallets, toggleWallet, useSelection } from '../../stores/selection.ts'
import { Button } from '../../ui/Button.tsx'
import { copyWithToast } from '../../ui/Copy.tsx'
import { saveText } from '../../ui/save-file.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import { ColumnsMenu } from '../../ui/table/ColumnsMenu.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useTableQuery } from '../../ui/table/use-table-query.ts'
import { NoMatch } from '../../ui/table/NoMatch.tsx'
import { useColumns } from '../../ui/table/use-columns.ts'
import { TableTools } from '../../ui/TableTools.tsx'
import { holderColumns } from './holder-columns.tsx'
import { filterHolders, holderCount, type HolderRow } from './holder-rows.ts'

interface Props {
  token: TokenRef
  rows: readonly HolderRow[]
  /** Number of all stored holders, of which `rows` may have only the largest. */
  total: number | null
  decimals: number
  fileName: string
}

const BASES: readonly { id: PercentBasis; label: string; explain: string }[] = [
  { id: 'supply', label: 'Total supply', explain: 'Percent of total supply' },
  { id: 'circulating', label: 'Without pools and burns', explain: 'Percent of supply excluding pools and burned tokens' },
]
const rowId = (row: HolderRow): string => row.address

/** Holders. The table and the graph share the selection. */
export function HoldersTable({ token, rows, total, decimals, fileName }: Props) {
  const [{ filter = '' }, change] = useTableQuery('holders')
  const setFilter = (text: string): void => change({ filter: text })
  const basis = usePreferences((state) => state.basis)
  const wallets = useSelection((state) => state.wallets)
  const cluster = useSelection((state) => state.cluster)

  const share = useMemo(() => createShareReader(basis, excludedPercent(rows)), [basis, rows])
  const shown = useMemo(() => filterHolders(rows, filter, share), [rows, filter, share])
  const all = useMemo(() => {
    const largest = rows.reduce((most, row) => Math.max(most, share(row) ?? 0), 0)
    return holderColumns({
      network: token.network,
      decimals,
      share,
      largest,
      shareMeans: basis === 'supply' ? 'Percent of total supply' : 'Percent of supply excluding pools and burned tokens',
    })
  }, [token.network, decimals, rows, basis, share])
  const columns = useColumns('holders', all)
  const selected = useMemo(
    () => new Set(cluster === null ? wallets : rows.filter((row) => row.cluster === cluster).map(rowId)),
    [cluster, wallets, rows],
  )

  return (
    <div className="column">
      <TableTools
        filter={filter}
        onFilter={setFilter}
        placeholder="Label, type, cluster 3, > 1 %"
        explain="Filter by address, label, type or cluster number; by share: > 1 %, <= 5 %"
        count={holderCount(shown.length, rows.length, total)}
      >
        <Segmented label="Percent of" value={basis} options={BASES} onChange={setBasis} />
        <ColumnsMenu table="holders" columns={all} />
        <Button
          kind="quiet"
          icon="download"
          text="CSV"
          onClick={() => void saveText(`${fileName}-holders.csv`, holdersCsv(shown, decimals), 'text/csv')}
          disabled={shown.length === 0}
        />
      </TableTools>
      <DataTable
        table="holders"
        label="Holders"
        rows={shown}
        columns={columns}
        rowId={rowId}
        initialSort={{ id: 'balance', desc: true }}
        selected={selected}
        onSelect={(row, add) => (add ? toggleWallet(row.address) : selectWallets([row.address]))}
        onCopy={(row) => void copyWithToast(row.address, 'Address copied')}
        empty={rows.length === 0 ? 'No holders are stored for this token.' : <NoMatch what="holder" filter={filter} onClear={() => setFilter('')} />}
      />
    </div>
  )
}
