import type { HolderPage } from '../../../src-shared/contract/records/local.ts'
import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import type { CsvHolder } from '../../../src-shared/domain/holders-csv.ts'
import { isWithin, parseTableFilter } from '../../format/filter-bounds.ts'
import { filteredCount, formatCount } from '../../format/number.ts'
import { LABEL_TEXT } from '../../format/label-text.ts'

/** A row of the holders table, from the stored state or a snapshot. */
export type HolderRow = CsvHolder

export function rowsFromPage(page: HolderPage): HolderRow[] {
  // Listed explicitly: rest destructuring takes ten times as long on thousands of rows.
  const rowOf = ({ address, rank, label, tags, balance, balance_raw, percentage, cluster }: HolderPage['holders'][number]): HolderRow => {
    return { address, rank, label, tags, balance, balance_raw, percentage, cluster }
  }
  return page.holders.map(rowOf)
}

/** Holders of a snapshot. Funders and pass-through wallets without a balance appear only in the graph. */
export function rowsFromSnapshot(snapshot: SnapshotRecord): HolderRow[] {
  return snapshot.nodes
    .filter((node) => node.is_holder)
    .map(({ address, rank, label, tags, balance, percentage, cluster }) => ({
      address,
      rank,
      label,
      tags,
      balance,
      percentage,
      cluster,
      balance_raw: null,
    }))
}

/** Rows that match every word, the cluster and every bound of the filter. */
export function filterHolders(
  rows: readonly HolderRow[],
  text: string,
  share: (row: HolderRow) => number | null = ({ percentage }) => percentage,
): readonly HolderRow[] {
  if (text.trim() === '') return rows
  const { words, bounds, cluster } = parseTableFilter(text)
  return rows.filter((row) => {
    if ((cluster !== null && row.cluster !== cluster) || !isWithin(bounds, { share: share(row) })) return false
    const hay = `${row.address} ${row.label ?? ''} ${row.tags.map((tag) => `${tag} ${LABEL_TEXT[tag].label}`).join(' ')}`.toLowerCase()
    return words.every((word) => hay.includes(word))
  })
}

/** "12 of 20,000 holders". If the table has only the largest, also their total number. */
export function holderCount(shown: number, loaded: number, total: number | null): string {
  const count = filteredCount(shown, loaded, 'holder')
  return total === null || total <= loaded ? count : `${count}, the largest of ${formatCount(total)}`
}
