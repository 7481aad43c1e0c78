import { clusterColor } from './cluster-colors.ts'
import { tokenTitle } from '../domain/shown.ts'
import { partialSnapshotText, statedNode, type StatedNode } from '../domain/snapshot-diff.ts'
import type { SnapshotLink, SnapshotRecord } from '../contract/records/snapshot.ts'

/** The displayed graph, for export to other programs. */
export interface GraphFile {
  readonly title: string
  readonly description: string
  /** Unix seconds of the moment shown. */
  readonly timestamp: number
  readonly nodes: readonly StatedNode[]
  /** Directed along the movement: a link that moved only against its own direction is reversed. */
  readonly links: readonly SnapshotLink[]
  /** Position of each wallet, y downwards. Wallets that are not listed get no position in the file. */
  readonly positions: ReadonlyMap<string, { readonly x: number; readonly y: number }>
}

/** The part of a snapshot to write; everything if null. */
export interface GraphFileChoice {
  readonly addresses: ReadonlySet<string>
  readonly links: ReadonlySet<SnapshotLink>
  readonly places: GraphFile['positions']
}

const NO_PLACES: GraphFile['positions'] = new Map()

/** A snapshot as a graph: the links of the token, the native coin and other tokens whose two ends are both in the graph. */
export function graphFileOf(snapshot: SnapshotRecord, choice: GraphFileChoice | null = null): GraphFile {
  const nodes = choice === null ? snapshot.nodes : snapshot.nodes.filter((node) => choice.addresses.has(node.address))
  const known = new Set(nodes.map((node) => node.address))
  const all = [...snapshot.links, ...snapshot.token_links.flatMap((entry) => entry.links)]
  const links = all.filter((link) => (choice === null || choice.links.has(link)) && known.has(link.source) && known.has(link.target))
  const moment = new Date(snapshot.timestamp * 1000).toISOString()
  const partial = partialSnapshotText(snapshot)
  return {
    title: tokenTitle(snapshot.token_metadata),
    description: `Holders of ${snapshot.network} ${snapshot.token_address} at ${moment}: ${nodes.length} addresses, ${links.length} links${partial === null ? '' : `; ${partial}`}`,
    timestamp: snapshot.timestamp,
    nodes: nodes.map((node) => statedNode(snapshot, node)),
    links: links.map(orientByFlow),
    positions: choice?.places ?? NO_PLACES,
  }
}

function orientByFlow(link: SnapshotLink): SnapshotLink {
  if (link.forward > 0 || (link.forward_count ?? 0) > 0 || link.backward === 0) return link
  return {
    ...link,
    source: link.target,
    target: link.source,
    forward: link.backward,
    backward: link.forward,
    forward_count: link.backward_count,
    backward_count: link.forward_count,
  }
}

/** Same-transaction and same-block links have no direction. */
export function hasDirection(link: Pick<SnapshotLink, 'kind'>): boolean {
  return link.kind === 'transfer' || link.kind === 'funding'
}

type Value = string | number | boolean | null

export interface Field<Of> {
  readonly id: string
  /** The GraphML name. GEXF has the same word for all but `int`. */
  readonly type: 'string' | 'int' | 'double' | 'boolean'
  /** null is unknown and is left out of the file. */
  readonly read: (of: Of) => Value
}

/** Wallets without a cluster. */
const NO_CLUSTER = '#8a8f98'

/** Colour in the page's light theme, which also suits paper. */
export const nodeColor = ({ cluster }: Pick<StatedNode, 'cluster'>): string => (cluster === null ? NO_CLUSTER : clusterColor(cluster, 'light'))

const [MIN_SIZE, SIZE_OF_ALL] = [4, 100]

/** The area of a node grows with its share of the supply. A minimum keeps small nodes visible. */
export const nodeSize = ({ percentage }: Pick<StatedNode, 'percentage'>): number =>
  Math.round((MIN_SIZE + SIZE_OF_ALL * Math.sqrt(Math.max(0, percentage ?? 0) / 100)) * 100) / 100

/** The kind of a wallet: the first of its tags. */
const nodeKind = ({ tags }: StatedNode): string | null => tags[0] ?? null

/** The number of movements, which compares across tokens where amounts do not. Null if only totals are known. */
export function linkWeight({ forward_count, backward_count }: SnapshotLink): number | null {
  if (forward_count === null && backward_count === null) return null
  const count = (forward_count ?? 0) + (backward_count ?? 0)
  return count === 0 ? null : count
}

export const NODE_FIELDS: readonly Field<StatedNode>[] = [
  { id: 'address', type: 'string', read: (node) => node.address },
  { id: 'name', type: 'string', read: (node) => node.label },
  { id: 'tags', type: 'string', read: (node) => node.tags.join(' ') },
  { id: 'balance', type: 'double', read: (node) => node.balance },
  { id: 'balance_usd', type: 'double', read: (node) => node.balance_usd },
  { id: 'percentage', type: 'double', read: (node) => node.percentage },
  { id: 'rank', type: 'int', read: (node) => node.rank },
  { id: 'kind', type: 'string', read: nodeKind },
  { id: 'color', type: 'string', read: nodeColor },
  { id: 'size', type: 'double', read: nodeSize },
  { id: 'is_holder', type: 'boolean', read: (node) => node.is_holder },
  { id: 'cluster', type: 'int', read: (node) => node.cluster },
  /** Numbered from 1, as on the page. */
  { id: 'cluster_number', type: 'int', read: (node) => (node.cluster === null ? null : node.cluster + 1) },
  { id: 'first_seen', type: 'double', read: (node) => node.first_seen },
]

export const LINK_FIELDS: readonly Field<SnapshotLink>[] = [
  { id: 'kind', type: 'string', read: (link) => link.kind },
  { id: 'token', type: 'string', read: (link) => link.token },
  { id: 'weight', type: 'double', read: linkWeight },
  { id: 'forward', type: 'double', read: (link) => link.forward },
  { id: 'backward', type: 'double', read: (link) => link.backward },
  { id: 'forward_count', type: 'int', read: (link) => link.forward_count },
  { id: 'backward_count', type: 'int', read: (link) => link.backward_count },
  { id: 'first_time', type: 'double', read: (link) => link.first_time },
  { id: 'last_time', type: 'double', read: (link) => link.last_time },
  { id: 'evidence', type: 'string', read: (link) => (link.evidence.length === 0 ? null : link.evidence.join(' ')) },
]
