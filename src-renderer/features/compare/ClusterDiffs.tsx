import { countOf, formatPercent } from '../../format/number.ts'
import { ClusterMark } from '../../ui/ClusterMark.tsx'
import { numberColumn, type Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { SaveCsvButton } from '../../ui/table/SaveCsvButton.tsx'
import { Percent } from '../../ui/Value.tsx'
import { changeColumn } from './change-column.tsx'
import styles from './CompareView.module.css'
import type { ClusterDiff } from '../../../src-shared/domain/snapshot-diff.ts'

const rowId = ({ change, before, after }: ClusterDiff): string => `${change} ${before.join()} ${after.join()}`
const formatNumbers = (ids: readonly number[]): string => ids.map((id) => id + 1).join(' ')

const COLUMNS: Column<ClusterDiff>[] = [
  changeColumn(92),
  { id: 'before', header: 'Before', width: 140, cell: (row) => <Marks ids={row.before} />, csv: (row) => formatNumbers(row.before) },
  { id: 'after', header: 'After', width: 140, cell: (row) => <Marks ids={row.after} />, csv: (row) => formatNumbers(row.after) },
  { ...shareColumn('pct-before', 'Share before', (row) => row.pctBefore), dropPriority: 2 },
  { ...shareColumn('pct-after', 'Share after', (row) => row.pctAfter), dropPriority: 1 },
  {
    id: 'sentence',
    header: 'Details',
    width: 220,
    grow: 3,
    cell: (row) => <span className="truncate">{describeDiff(row)}</span>,
    csv: describeDiff,
  },
]

function shareColumn(id: string, header: string, read: (row: ClusterDiff) => number): Column<ClusterDiff> {
  return numberColumn({ id, header, width: 96, cell: (row) => <Percent value={read(row)} />, value: read })
}

function Marks({ ids }: { readonly ids: readonly number[] }) {
  if (ids.length === 0) return <span className="quiet">none</span>
  return (
    <span className={styles['marks']}>
      {ids.map((id) => (
        <ClusterMark key={id} index={id} />
      ))}
    </span>
  )
}

function describeDiff({ change, before, after, joined, left: parted, pctAfter }: ClusterDiff): string {
  const moved = [
    joined.length > 0 ? `${countOf(joined.length, 'wallet')} joined` : '',
    parted.length > 0 ? `${countOf(parted.length, 'wallet')} left` : '',
  ].filter((part) => part !== '')
  const tail = moved.length === 0 ? '' : `; ${moved.join(', ')}`
  switch (change) {
    case 'merged':
      return `${countOf(before.length, 'cluster')} merged into one (${formatPercent(pctAfter)})${keptNumber('', before, after)}${tail}.`
    case 'split':
      return `One cluster split into ${after.length}${keptNumber('one ', after, before)}${tail}.`
    case 'new':
      return `${countOf(joined.length, 'wallet')} that were not clustered together before.`
    case 'gone':
      return `Its ${countOf(parted.length, 'wallet')} are no longer clustered together.`
    case 'changed':
      return `${moved.join(', ')}.`
  }
}

/** ", keeping number 2" if one of several clusters has the number of the single cluster on the other side. */
function keptNumber(prefix: string, several: readonly number[], [only]: readonly number[]): string {
  return only !== undefined && several.includes(only) ? `, ${prefix}keeping number ${only + 1}` : ''
}

/** Clusters that merged, split, appeared, disappeared or changed members. */
export function ClusterDiffs({ rows, fileName }: { readonly rows: readonly ClusterDiff[]; readonly fileName: string }) {
  return (
    <div className="column">
      <div className="table-tools">
        <span className="quiet">Clusters keep their number and colour. After a merge or split, the part with the largest balance keeps them.</span>
        <div className="table-actions">
          <SaveCsvButton fileName={`${fileName}-clusters`} columns={COLUMNS} rows={rows} />
        </div>
      </div>
      <DataTable table="cluster-changes" label="Clusters that changed" rows={rows} columns={COLUMNS} rowId={rowId} empty="No clusters changed." />
    </div>
  )
}
