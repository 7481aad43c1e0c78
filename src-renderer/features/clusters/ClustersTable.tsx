import { useMemo } from 'react'
import { MAY_LACK_WALLETS } from '../../../src-shared/domain/unknown-lists.ts'
import { countOf, filteredCount, formatCount, weightText } from '../../format/number.ts'
import { selectCluster, useSelection } from '../../stores/selection.ts'
import { ClusterMark } from '../../ui/ClusterMark.tsx'
import { copyWithToast } from '../../ui/Copy.tsx'
import { LabelTags } from '../../ui/LabelTags.tsx'
import { ShareBar } from '../../ui/ShareBar.tsx'
import { ColumnsMenu } from '../../ui/table/ColumnsMenu.tsx'
import { numberColumn, type Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useTableQuery } from '../../ui/table/use-table-query.ts'
import { NoMatch } from '../../ui/table/NoMatch.tsx'
import { SaveCsvButton } from '../../ui/table/SaveCsvButton.tsx'
import { useColumns } from '../../ui/table/use-columns.ts'
import { TableTools } from '../../ui/TableTools.tsx'
import { Notice } from '../../ui/States.tsx'
import { Percent } from '../../ui/Value.tsx'
import { filterClusters, extractReason, type ClusterRow } from './cluster-rows.ts'

const rowId = (row: ClusterRow): string => String(row.id)

function columnsFor(largest: number): Column<ClusterRow>[] {
  return [
    {
      id: 'cluster',
      header: 'Cluster',
      isRequired: true,
      width: 76,
      cell: (row) => <ClusterMark index={row.id} />,
      sortBy: (row) => row.id,
      csv: (row) => row.id + 1,
    },
    numberColumn({
      id: 'share',
      header: 'Share',
      width: 80,
      description: 'Percent of total supply',
      cell: (row) => <Percent value={row.pct} />,
      value: (row) => row.pct,
    }),
    {
      id: 'bar',
      header: 'Share bar',
      hiddenHeader: true,
      width: 64,
      dropPriority: 2,
      cell: (row) => <ShareBar share={row.pct} largest={largest} cluster={row.id} />,
    },
    numberColumn({
      id: 'wallets',
      header: 'Wallets',
      width: 72,
      description: 'Wallets that hold the token; connecting wallets are not counted',
      cell: (row) => <span className="num">{formatCount(row.wallets)}</span>,
      value: (row) => row.wallets,
    }),
    numberColumn({
      id: 'weakest',
      header: 'Weakest link',
      width: 96,
      dropPriority: 1,
      description: 'Weight of the weakest evidence that holds the cluster together, 0 to 1',
      cell: (row) => <span className="num">{row.weakest === null ? '–' : weightText(row.weakest)}</span>,
      value: (row) => row.weakest,
    }),
    {
      id: 'why',
      header: 'Reason',
      width: 220,
      grow: 4,
      cell: (row) => (
        <span className="truncate" title={row.sentence ?? undefined}>
          {row.sentence !== null ? extractReason(row.sentence) : <span className="quiet">Reasons are available for the latest state only</span>}
        </span>
      ),
      csv: (row) => row.sentence,
    },
    { id: 'tags', header: 'Types', width: 96, dropPriority: 3, cell: (row) => <LabelTags tags={row.tags} />, csv: (row) => row.tags.join(' ') },
    { id: 'members', header: 'Members', width: 0, cell: () => null, csv: (row) => row.members.join(' ') },
  ]
}

interface Props {
  rows: readonly ClusterRow[]
  /** Why no clusters means that they are unknown, and why wallets may be missing from others; null if all are known. */
  unknown: string | null
  /** Known gaps in the data. */
  notes: readonly string[]
  fileName: string
}

/** Clusters with their reasons. Selecting a row selects the cluster in the graph. */
export function ClustersTable({ rows, unknown, notes, fileName }: Props) {
  const [{ filter = '' }, change] = useTableQuery('clusters')
  const setFilter = (text: string): void => change({ filter: text })
  const cluster = useSelection((state) => state.cluster)
  const wallets = useSelection((state) => state.wallets)
  const shown = useMemo(() => filterClusters(rows, filter), [rows, filter])
  const all = useMemo(() => columnsFor(rows.reduce((most, row) => Math.max(most, row.pct), 0)), [rows])
  const inSight = useMemo(() => all.filter((column) => column.id !== 'members'), [all])
  const columns = useColumns('clusters', inSight)
  const selected = useMemo(() => {
    if (cluster !== null) return new Set([String(cluster)])
    const chosen = new Set(wallets)
    return new Set(chosen.size === 0 ? [] : rows.filter((row) => row.members.some((member) => chosen.has(member))).map(rowId))
  }, [cluster, wallets, rows])

  return (
    <div className="column">
      <TableTools
        filter={filter}
        onFilter={setFilter}
        placeholder="Reason, wallet, > 1 %, weight > 0.8"
        explain="Filter by reason, wallet, label, type or cluster number; by share: > 1 %; by weakest link: weight > 0.8"
        count={rows.length === 0 && unknown !== null ? 'Clusters unknown' : filteredCount(shown.length, rows.length, 'cluster')}
      >
        <ColumnsMenu table="clusters" columns={inSight} />
        <SaveCsvButton fileName={`${fileName}-clusters`} columns={all} rows={shown} disabled={shown.length === 0} />
      </TableTools>
      {rows.length === 0 || unknown === null ? null : <Notice tone="warning">{MAY_LACK_WALLETS}</Notice>}
      <DataTable
        table="clusters"
        label="Clusters"
        rows={shown}
        columns={columns}
        rowId={rowId}
        initialSort={{ id: 'share', desc: true }}
        selected={selected}
        onSelect={(row) => selectCluster(row.id)}
        onCopy={(row) => void copyWithToast(row.members.join('\n'), `${countOf(row.members.length, 'address', 'addresses')} copied`)}
        empty={
          rows.length === 0 ? (
            <NoClusters unknown={unknown} notes={notes} />
          ) : (
            <NoMatch what="cluster" filter={filter} onClear={() => setFilter('')} />
          )
        }
      />
    </div>
  )
}

function NoClusters({ unknown, notes }: Pick<Props, 'unknown' | 'notes'>) {
  return (
    <div>
      <p>{unknown === null ? 'No clusters found.' : `Clusters are unknown. ${unknown}`}</p>
      {notes
        .filter((note) => note !== unknown)
        .map((note) => (
          <p key={note} className="quiet">
            {note}
          </p>
        ))}
    </div>
  )
}
