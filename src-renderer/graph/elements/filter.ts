import type { GraphElements, GraphLink, GraphNode, LineKind, NodeKind } from './elements.ts'
import { LINE_STYLES } from './style-table.ts'

/** The rows of the legend, which are also the filters of the graph. */

export type NodeRowId = 'clustered' | 'alone' | 'passing' | 'pool' | 'exchange' | 'structure'
export type LegendRowId = NodeRowId | LineKind

export interface NodeRow {
  readonly id: NodeRowId
  readonly label: string
  /** The kind whose symbol is shown beside the label. */
  readonly kind: NodeKind
}

export const NODE_ROWS: readonly NodeRow[] = [
  { id: 'clustered', label: 'Wallets in clusters', kind: 'wallet' },
  { id: 'alone', label: 'Wallets alone', kind: 'wallet' },
  { id: 'passing', label: 'Funders, pass-through', kind: 'passing' },
  { id: 'pool', label: 'Pools', kind: 'pool' },
  { id: 'exchange', label: 'Exchanges', kind: 'exchange' },
  { id: 'structure', label: 'Contracts, locks, burns', kind: 'contract' },
]

export const LINE_ROWS: readonly { readonly id: LineKind; readonly label: string }[] = (['funding', 'token', 'coin', 'together'] as const).map(
  (id) => ({ id, label: LINE_STYLES[id].label }),
)

/** The legend row a node belongs to. */
function nodeRow(node: GraphNode): NodeRowId {
  switch (node.kind) {
    case 'group':
      return 'clustered'
    case 'wallet':
      return node.cluster === null ? 'alone' : 'clustered'
    case 'passing':
    case 'pool':
    case 'exchange':
      return node.kind
    case 'contract':
    case 'vesting':
    case 'burn':
      return 'structure'
  }
}

/** The number of elements in each row. */
export function countRows(elements: GraphElements): ReadonlyMap<LegendRowId, number> {
  const counts = new Map<LegendRowId, number>()
  const add = (row: LegendRowId): void => void counts.set(row, (counts.get(row) ?? 0) + 1)
  for (const node of elements.nodes) add(nodeRow(node))
  for (const link of elements.links) add(link.line)
  return counts
}

export interface Filter {
  readonly off: ReadonlySet<LegendRowId>
  readonly hidden: ReadonlySet<string>
}

function isNodeShown(node: GraphNode, filter: Filter): boolean {
  return !filter.hidden.has(node.id) && !filter.off.has(nodeRow(node))
}

/** The elements that pass the filter. */
export function shownElements(elements: GraphElements, filter: Filter): GraphElements {
  if (filter.off.size === 0 && filter.hidden.size === 0) return elements
  return pickElements(
    elements,
    (node) => isNodeShown(node, filter),
    (link) => !filter.off.has(link.line),
  )
}

/** The given nodes, the given links with both ends among them, and the clusters of these nodes. */
export function pickElements(elements: GraphElements, hasNode: (node: GraphNode) => boolean, hasLink: (link: GraphLink) => boolean): GraphElements {
  const nodes = elements.nodes.filter(hasNode)
  const nodeById = new Map(nodes.map((node) => [node.id, node]))
  return {
    nodes,
    nodeById,
    groupOf: elements.groupOf,
    clarity: elements.clarity,
    links: elements.links.filter((link) => hasLink(link) && nodeById.has(link.source) && nodeById.has(link.target)),
    clusters: elements.clusters
      .map((cluster) => ({ ...cluster, members: cluster.members.filter((id) => nodeById.has(id)) }))
      .filter((cluster) => cluster.members.length > 0),
  }
}
