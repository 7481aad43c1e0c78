import type { HolderPage } from '../../../src-shared/contract/records/local.ts'
import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import type { Label } from '../../../src-shared/domain/labels.ts'
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
  return page.holders.map(({ balance_raw, ...holder }) => ({ ...holder, raw: balance_raw }))
}

/** Holders of a snapshot; funders and pass-through wallets without a balance are left to the graph. */
export function rowsOfSnapshot(snapshot: SnapshotRecord): HolderRow[] {
  return snapshot.nodes
    .filter((node) => node.is_holder)
    .map(({ address, rank, label, tags, balance, percentage, cluster }) => ({ address, rank, label, tags, balance, percentage, cluster, raw: null }))
}

/** Rows whose address, label or tag contains every word. "cluster 3" asks for a cluster by its number. */
export function filterHolders(rows: readonly HolderRow[], text: string): readonly HolderRow[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return rows
  const cluster = /^cluster\s+(\d+)$/.exec(wanted)
  if (cluster !== null) return rows.filter((row) => row.cluster === Number(cluster[1]) - 1)
  const words = wanted.split(/\s+/)
  return rows.filter((row) => {
    const hay = `${row.address} ${row.label ?? ''} ${row.tags.map((tag) => `${tag} ${LABEL_WORDS[tag].word}`).join(' ')}`.toLowerCase()
    return words.every((word) => hay.includes(word))
  })
}
