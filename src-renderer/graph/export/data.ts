import type { SnapshotRecord } from '../../../src-shared/contract/records/index.ts'
import { partialSnapshotText } from '../../../src-shared/domain/snapshot-diff.ts'
import { toCsv, type CsvValue } from '../../../src-shared/domain/csv.ts'
import type { GraphElements, Positions } from '../elements/elements.ts'
import { linkSymbol } from '../descriptions.ts'

/** The graph as data: the shown elements and their positions. Pure. */

export function toJson(elements: GraphElements, positions: Positions, snapshot: SnapshotRecord): string {
  const known = new Map(snapshot.nodes.map((node) => [node.address, node]))
  const nodes = elements.nodes.map(({ id, kind, name, percentage, cluster }) => ({
    address: id,
    kind,
    label: name,
    // A wallet that was added to the graph is not in the snapshot, so its balances are unknown.
    balance: known.get(id)?.balance ?? null,
    balance_usd: known.get(id)?.balance_usd ?? null,
    percentage,
    cluster,
    // Numbered from 1, as on the page.
    cluster_number: cluster === null ? null : cluster + 1,
    ...rounded(positions.get(id)),
  }))
  const links = elements.links.map(({ record }) => record)
  const { network, token_address, timestamp } = snapshot
  return `${JSON.stringify({ network, token_address, timestamp, partial: partialSnapshotText(snapshot), nodes, links }, null, 2)}\n`
}

const HEADER = ['source', 'target', 'kind', 'token', 'symbol', 'forward', 'backward', 'forward_count', 'backward_count', 'first_time', 'last_time']

/** One row per shown link. Unknown counts and times stay empty. */
export function linksToCsv(elements: GraphElements, snapshot: SnapshotRecord): string {
  const rows = elements.links.map(({ record }): CsvValue[] => [
    record.source,
    record.target,
    record.kind,
    record.token,
    linkSymbol(record, snapshot),
    record.forward,
    record.backward,
    record.forward_count,
    record.backward_count,
    record.first_time,
    record.last_time,
  ])
  return toCsv(HEADER, rows)
}

function rounded(at: { x: number; y: number } | undefined): { x: number | null; y: number | null } {
  return at === undefined ? { x: null, y: null } : { x: Math.round(at.x * 10) / 10, y: Math.round(at.y * 10) / 10 }
}
