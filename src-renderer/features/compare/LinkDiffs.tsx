import { useMemo } from 'react'
import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import { linkKeyOf, linkKeyString } from '../../graph/elements/link-key.ts'
import { describeLink } from '../../graph/descriptions.ts'
import { selectLink } from '../../stores/selection.ts'
import { AddressText } from '../../ui/AddressText.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { SaveCsvButton } from '../../ui/table/SaveCsvButton.tsx'
import { changeColumn } from './change-column.tsx'
import type { LinkDiff } from '../../../src-shared/domain/snapshot-diff.ts'

const rowId = ({ change, link }: LinkDiff): string => `${change} ${linkKeyString(link)}`

/** Links that exist in only one of the snapshots. */
export function LinkDiffs({
  rows,
  snapshot,
  fileName,
}: {
  readonly rows: readonly LinkDiff[]
  readonly snapshot: SnapshotRecord
  readonly fileName: string
}) {
  const columns = useMemo((): Column<LinkDiff>[] => {
    const names = new Map(snapshot.nodes.map((node) => [node.address, node]))
    const end = (id: 'source' | 'target', header: string): Column<LinkDiff> => ({
      id,
      header,
      width: 160,
      grow: 1,
      cell: ({ link }) => <AddressText address={link[id]} label={names.get(link[id])?.label ?? null} />,
      sortBy: ({ link }) => names.get(link[id])?.label ?? link[id],
      csv: ({ link }) => link[id],
    })
    return [
      changeColumn(84),
      end('source', 'From'),
      end('target', 'To'),
      {
        id: 'what',
        header: 'Description',
        width: 240,
        grow: 3,
        cell: ({ link }) => {
          const sentence = describeLink(link, snapshot, names)
          return (
            <span className="truncate" title={sentence}>
              {sentence}
            </span>
          )
        },
        csv: ({ link }) => describeLink(link, snapshot, names),
      },
    ]
  }, [snapshot])
  return (
    <div className="column">
      <div className="table-tools">
        <div className="table-actions">
          <SaveCsvButton fileName={`${fileName}-links`} columns={columns} rows={rows} />
        </div>
      </div>
      <DataTable
        table="link-changes"
        label="Links that changed"
        rows={rows}
        columns={columns}
        rowId={rowId}
        onSelect={(row) => selectLink(linkKeyOf(row.link))}
        empty="No links were added or removed."
      />
    </div>
  )
}
