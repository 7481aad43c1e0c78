import { useQuery } from '@tanstack/react-query'
import type { Deletion } from '../../../src-shared/contract/records/deletions.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { useClient } from '../../api/service.tsx'
import { deletionsQuery, useRestoreDeletion } from '../../api/use-deletions.ts'
import { shortAddress } from '../../format/address.ts'
import { countOf } from '../../format/number.ts'
import { exactTime } from '../../format/time.ts'
import { Button } from '../../ui/Button.tsx'
import { AgeCell, PlainTable } from '../../ui/PlainTable.tsx'

/** What was deleted and can be restored. */
export function Deletions() {
  const list = useQuery(deletionsQuery(useClient())).data?.value.deletions ?? []
  const restore = useRestoreDeletion()
  if (list.length === 0) return null
  return (
    <>
      <h3 id="deletions">Deleted</h3>
      <p className="quiet">It takes space until the database is compacted, and can be restored until then.</p>
      <PlainTable dense scrolls aria-labelledby="deletions" columns={['What', 'Token', 'With it', 'Deleted', { end: 'Actions' }]}>
        {list.map((row) => (
          <tr key={row.id}>
            <th scope="row">{whatText(row)}</th>
            <td title={row.token_address}>
              {row.kind === 'import' || row.name === null ? shortAddress(row.token_address) : row.name} on {NETWORKS[row.network].name}
            </td>
            <td className="quiet">{rowsText(row)}</td>
            <AgeCell at={row.deleted_at} />
            <td className="end">
              <Button
                kind="quiet"
                disabled={restore.isPending}
                aria-label={`Restore: ${whatText(row)} of ${row.name ?? shortAddress(row.token_address)}`}
                text="Restore"
                onClick={() => restore.mutate(row.id)}
              />
            </td>
          </tr>
        ))}
      </PlainTable>
    </>
  )
}

function whatText({ kind, part, name }: Deletion): string {
  if (kind === 'token') return 'Token'
  return kind === 'import' ? `Import of ${name ?? 'a file'}` : `${kind === 'snapshot' ? 'Snapshot' : 'Scan'} of ${exactTime(Number(part))}`
}

function rowsText({ rows }: Deletion): string {
  const counts = [
    countOf(rows.holders, 'balance'),
    countOf(rows.transfers, 'transfer'),
    countOf(rows.trades, 'trade'),
    countOf(rows.snapshots, 'snapshot'),
    countOf(rows.scans, 'scan'),
  ]
  return counts.filter((text) => !text.startsWith('0 ')).join(', ')
}
