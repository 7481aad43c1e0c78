import type { HolderPage } from '../../../src-shared/contract/records/local.ts'
import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import type { Label } from '../../../src-shared/domain/labels.ts'
import { isWithin, tableFilter } from '../../format/filter-bounds.ts'
import { LABEL_WORDS } from '../../format/label-words.ts'

/** A holder as the table shows it, from the stored state or from a snapshot. */
export interface HolderRow {
  readonly address: string
  readonly rank: number | null
  readonly label: string | null
  readonly tags: readonly Label[]
  readonly balance: number
  /** Exact raw units; null where only the double is known. */
  readonly raw: string | null
  readonly percentage: number
  readonly cluster: number | null
}

export function rowsOfPage(page: HolderPage): HolderRow[] {
  // Named one by one: to gather what is left over takes ten times as long, and there are thousands.
  const rowOf = ({ address, rank, label, tags, balance, balance_raw: raw, percentage, cluster }: HolderPage['holders'][number]): HolderRow => {
    return { address, rank, label, tags, balance, raw, percentage, cluster }
  }
  return page.holders.map(rowOf)
}

/** Holders of a snapshot; funders and pass-through wallets without a balance are left to the graph. */
export function rowsOfSnapshot(snapshot: SnapshotRecord): HolderRow[] {
  return snapshot.nodes
    .filter((node) => node.is_holder)
    .map(({ address, rank, label, tags, balance, percentage, cluster }) => ({ address, rank, label, tags, balance, percentage, cluster, raw: null }))
}

/** Rows whose address, label or tag contains every word, of the cluster and within the bounds that the text names. */
export function filterHolders(
  rows: readonly HolderRow[],
  text: string,
  share: (row: HolderRow) => number | null = ({ percentage }) => percentage,
): readonly HolderRow[] {
  if (text.trim() === '') return rows
  const { words, bounds, cluster } = tableFilter(text)
  return rows.filter((row) => {
    if ((cluster !== null && row.cluster !== cluster) || !isWithin(bounds, { share: share(row) })) return false
    const hay = `${row.address} ${row.label ?? ''} ${row.tags.map((tag) => `${tag} ${LABEL_WORDS[tag].word}`).join(' ')}`.toLowerCase()
    return words.every((word) => hay.includes(word))
  })
}
