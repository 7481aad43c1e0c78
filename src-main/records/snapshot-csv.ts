import type { SnapshotRecord } from '../../src-shared/contract/records/snapshot.ts'
import { csvLine } from '../../src-shared/domain/csv.ts'
import { statedNode, type StatedNode } from '../../src-shared/domain/snapshot-diff.ts'

const COLUMNS: readonly (readonly [string, (node: StatedNode) => string | number | null])[] = [
  ['rank', (node) => node.rank],
  ['address', (node) => node.address],
  ['label', (node) => node.label],
  ['tags', (node) => node.tags.join(' ')],
  ['balance', (node) => node.balance],
  ['balance_usd', (node) => node.balance_usd],
  ['percentage', (node) => node.percentage],
  ['cluster', (node) => node.cluster],
  ['is_holder', (node) => String(node.is_holder)],
  ['degree_in', (node) => node.degree_in],
  ['degree_out', (node) => node.degree_out],
  ['first_seen', (node) => node.first_seen],
  // Numbered from 1, as on the page and in the list of holders; `cluster` is the id.
  ['cluster_number', (node) => (node.cluster === null ? null : node.cluster + 1)],
]

/** The wallets of a snapshot, one per line, in the snapshot's order. */
export function snapshotCsv(snapshot: SnapshotRecord): string {
  const lines = snapshot.nodes.map((node) => csvLine(COLUMNS.map(([, read]) => read(statedNode(snapshot, node)))))
  return csvLine(COLUMNS.map(([name]) => name)) + lines.join('')
}
