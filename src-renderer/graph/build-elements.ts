import type { NeighbourList } from '../../src-shared/contract/records/evidence.ts'
import type { ExplainedClusters, SnapshotLink, SnapshotNode, SnapshotRecord } from '../../src-shared/contract/records/index.ts'
import type { GraphCluster, GraphElements, GraphLink, GraphNode, LineKind, NodeKind } from './elements.ts'
import { linkKeyText } from './link-key.ts'
import { bendOf, clarityOf, HUB_LINK_WIDTH, linkWidth, nodeRadius, SERVICE_KINDS } from './style-table.ts'

/** A wallet that a person put into the picture beside the snapshot's own. */
export type AddedWallet = NeighbourList['neighbours'][number]

/**
 * What stands in the picture of a snapshot. `clusters` adds members and weights that the snapshot alone does not tell; `added`
 * are wallets from outside of it, with their links to those inside.
 */
export function buildElements(
  snapshot: SnapshotRecord,
  clusters: ExplainedClusters | null,
  added: ReadonlyMap<string, AddedWallet> = NOBODY,
): GraphElements {
  const connectors = connectorClusters(clusters)
  const inSnapshot = new Set(snapshot.nodes.map((node) => node.address))
  const strangers = [...added.values()].filter((wallet) => !inSnapshot.has(wallet.address))
  const records = drawable(snapshot, strangers, inSnapshot)
  const degrees = countEnds(records)
  const creator = snapshot.token_metadata.creator
  const since = firstTimes(snapshot, records)
  const own = snapshot.nodes.map((node): GraphNode => {
    const kind = nodeKind(node)
    return {
      id: node.address,
      kind,
      name: node.label,
      percentage: node.percentage,
      radius: nodeRadius(kind, node.percentage),
      cluster: node.cluster ?? connectors.get(node.address) ?? null,
      creator: node.address === creator,
      degree: degrees.get(node.address) ?? 0,
      since: since.get(node.address) ?? null,
      added: false,
      members: NO_MEMBERS,
    }
  })
  const nodes = [...own, ...strangers.map((wallet) => strangerNode(wallet, degrees, since))]
  const nodeById = new Map(nodes.map((node) => [node.id, node]))
  return {
    nodes,
    links: buildLinks(records, evidenceWeights(clusters), nodeById),
    clusters: buildClusters(nodes, clusters),
    nodeById,
    groupOf: NO_GROUPS,
    clarity: clarityOf(records.length),
  }
}

/** What an address is in the picture: its function first, then whether it holds anything. */
export function nodeKind(node: Pick<SnapshotNode, 'tags' | 'is_holder'>): NodeKind {
  if (node.tags.includes('burn')) return 'burn'
  if (node.tags.includes('liquidity_pool')) return 'pool'
  if (node.tags.includes('exchange')) return 'exchange'
  if (node.tags.includes('vesting') || node.tags.includes('presale')) return 'vesting'
  if (node.tags.includes('smart_contract')) return 'contract'
  return node.is_holder ? 'wallet' : 'passing'
}

/** How a link is drawn. */
export function lineKind(link: Pick<SnapshotLink, 'kind' | 'token'>): LineKind {
  if (link.kind === 'funding') return 'funding'
  if (link.kind === 'same_tx' || link.kind === 'same_block') return 'together'
  return link.token === 'self' ? 'token' : 'coin'
}

const NOBODY: ReadonlyMap<string, AddedWallet> = new Map()
const NO_GROUPS: ReadonlyMap<string, string> = new Map()
const NO_MEMBERS: readonly string[] = []

function strangerNode(wallet: AddedWallet, degrees: ReadonlyMap<string, number>, since: ReadonlyMap<string, number>): GraphNode {
  const kind = nodeKind(wallet)
  return {
    id: wallet.address,
    kind,
    name: wallet.label,
    percentage: wallet.percentage,
    radius: nodeRadius(kind, wallet.percentage),
    // Clusters of another moment are not those of this picture.
    cluster: null,
    creator: false,
    degree: degrees.get(wallet.address) ?? 0,
    since: since.get(wallet.address) ?? null,
    added: true,
    members: NO_MEMBERS,
  }
}

/** When each wallet was first seen, or else when the first of its links was; without those that have no time. */
function firstTimes(snapshot: SnapshotRecord, links: readonly SnapshotLink[]): Map<string, number> {
  const first = new Map<string, number>()
  for (const { source, target, first_time: time } of links) {
    if (time === null) continue
    for (const end of [source, target]) first.set(end, Math.min(first.get(end) ?? time, time))
  }
  for (const { address, first_seen: seen } of snapshot.nodes) if (seen !== null) first.set(address, seen)
  return first
}

/** Every link whose both ends stand in the picture, links of other tokens last. */
function drawable(snapshot: SnapshotRecord, strangers: readonly AddedWallet[], inSnapshot: ReadonlySet<string>): SnapshotLink[] {
  const known = new Set([...inSnapshot, ...strangers.map((wallet) => wallet.address)])
  // Two strangers that know each other both bring their link; the one who comes first by address brings it for both.
  const brought = strangers.flatMap(({ address, links }) =>
    links.filter(({ source, target }) => {
      const other = source === address ? target : source
      return inSnapshot.has(other) || address < other
    }),
  )
  const all = [...snapshot.links, ...snapshot.token_links.flatMap((entry) => entry.links), ...brought]
  return all.filter((link) => link.source !== link.target && known.has(link.source) && known.has(link.target))
}

function countEnds(links: readonly SnapshotLink[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { source, target } of links) {
    counts.set(source, (counts.get(source) ?? 0) + 1)
    counts.set(target, (counts.get(target) ?? 0) + 1)
  }
  return counts
}

const pairKey = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`)

function buildLinks(records: readonly SnapshotLink[], weights: ReadonlyMap<string, number>, nodes: ReadonlyMap<string, GraphNode>): GraphLink[] {
  const largest = new Map<string, number>()
  const perPair = new Map<string, number>()
  for (const link of records) {
    largest.set(link.token, Math.max(largest.get(link.token) ?? 0, link.forward + link.backward))
    const pair = pairKey(link.source, link.target)
    perPair.set(pair, (perPair.get(pair) ?? 0) + 1)
  }
  const drawnOfPair = new Map<string, number>()
  const seen = new Map<string, number>()
  return records.map((link): GraphLink => {
    const pair = pairKey(link.source, link.target)
    const lane = drawnOfPair.get(pair) ?? 0
    drawnOfPair.set(pair, lane + 1)
    const bow = bendOf(lane, perPair.get(pair) ?? 1)
    const key = linkKeyText(link)
    const [source, target] = [nodes.get(link.source), nodes.get(link.target)]
    const toHub = isHub(source) || isHub(target)
    const copies = seen.get(key) ?? 0
    seen.set(key, copies + 1)
    return {
      id: copies === 0 ? key : `${key} ${copies}`,
      source: link.source,
      target: link.target,
      line: lineKind(link),
      forward: link.forward > 0 || (link.forward_count ?? 0) > 0,
      backward: link.backward > 0 || (link.backward_count ?? 0) > 0,
      toHub,
      inside: source !== undefined && source.cluster !== null && source.cluster === target?.cluster,
      width: toHub ? HUB_LINK_WIDTH : linkWidth(link.forward + link.backward, largest.get(link.token) ?? 0),
      weight: weights.get(pair) ?? 0,
      bend: link.source < link.target ? bow : -bow,
      record: link,
      count: 1,
    }
  })
}

/** A service that stands aside, unless the rules put it into a cluster. */
function isHub(node: GraphNode | undefined): boolean {
  return node !== undefined && SERVICE_KINDS.has(node.kind) && node.cluster === null
}

/** The combined weight of each accepted pair, from the explanation. */
function evidenceWeights(clusters: ExplainedClusters | null): Map<string, number> {
  const weights = new Map<string, number>()
  for (const cluster of clusters?.clusters ?? []) {
    for (const edge of cluster.tree) weights.set(pairKey(edge.a, edge.b), edge.p)
  }
  return weights
}

function connectorClusters(clusters: ExplainedClusters | null): Map<string, number> {
  return new Map((clusters?.clusters ?? []).flatMap((cluster) => cluster.members.map((member) => [member.address, cluster.id] as const)))
}

/** Clusters that have members in the picture, largest first. Shares come from the explanation where there is one. */
function buildClusters(nodes: readonly GraphNode[], explained: ExplainedClusters | null): GraphCluster[] {
  const stated = new Map((explained?.clusters ?? []).map((cluster) => [cluster.id, cluster]))
  const members = new Map<number, GraphNode[]>()
  for (const node of nodes) {
    if (node.cluster === null) continue
    const list = members.get(node.cluster)
    if (list === undefined) members.set(node.cluster, [node])
    else list.push(node)
  }
  const clusters = [...members].map(([id, list]): GraphCluster => {
    const known = stated.get(id)
    return {
      id,
      pct: known?.pct ?? list.reduce((sum, node) => sum + node.percentage, 0),
      holders: known?.members.filter((member) => member.role === 'holder').length ?? list.filter((node) => node.percentage > 0).length,
      members: list.map((node) => node.id),
    }
  })
  return clusters.sort((a, b) => b.pct - a.pct || a.id - b.id)
}
