import type { NeighbourList } from '../../../src-shared/contract/records/evidence.ts'
import type { ExplainedClusters, SnapshotLink, SnapshotNode, SnapshotRecord } from '../../../src-shared/contract/records/index.ts'
import { sumPercent } from '../../../src-shared/domain/amount.ts'
import { countsInCluster } from '../../../src-shared/domain/labels.ts'
import type { GraphCluster, GraphElements, GraphLink, GraphNode, LineKind, NodeKind } from './elements.ts'
import { linkKeyString } from './link-key.ts'
import { bendOf, clarityOf, HUB_LINK_WIDTH, isService, linkWidth, nodeRadius } from './style-table.ts'

/** A wallet that the user added to the graph in addition to those of the snapshot. */
export type AddedWallet = NeighbourList['neighbours'][number]

/**
 * The elements of a snapshot. `clusters` adds members and weights that the snapshot does not contain. `added` are wallets outside the snapshot, with
 * their links to wallets in it.
 */
export function buildElements(
  snapshot: SnapshotRecord,
  clusters: ExplainedClusters | null,
  added: ReadonlyMap<string, AddedWallet> = NO_WALLETS,
): GraphElements {
  const connectors = connectorClusters(clusters)
  const inSnapshot = new Set(snapshot.nodes.map((node) => node.address))
  const addedWallets = [...added.values()].filter((wallet) => !inSnapshot.has(wallet.address))
  const all = [...snapshot.nodes, ...addedWallets]
  const indexes = new Map(all.map(({ address }, i) => [address, i]))
  const drawn = drawable(snapshot, addedWallets, inSnapshot, indexes)
  const degrees = countEnds(drawn, all.length)
  const creator = snapshot.token_metadata.creator
  const since = firstTimes(snapshot, drawn, all.length)
  const own = snapshot.nodes.map((node, i): GraphNode => {
    const kind = nodeKind(node)
    const { percentage } = node
    const cluster = node.cluster ?? connectors.get(node.address) ?? null
    return {
      id: node.address,
      kind,
      name: node.label,
      percentage,
      radius: nodeRadius({ kind, percentage, cluster }),
      cluster,
      creator: node.address === creator,
      degree: degrees[i] ?? 0,
      since: since[i] ?? null,
      added: false,
      members: NO_MEMBERS,
    }
  })
  const nodes = [...own, ...addedWallets.map((wallet, i) => addedNode(wallet, degrees[own.length + i] ?? 0, since[own.length + i] ?? null))]
  return {
    nodes,
    links: buildLinks(drawn, evidenceWeights(clusters, indexes, nodes.length), nodes),
    clusters: buildClusters(snapshot, nodes, clusters),
    nodeById: new Map(nodes.map((node) => [node.id, node])),
    groupOf: NO_GROUPS,
    clarity: clarityOf(drawn.records.length),
  }
}

/** The kind of an address: its function if it has one, else whether it has a balance. */
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

const NO_WALLETS: ReadonlyMap<string, AddedWallet> = new Map()
const NO_GROUPS: ReadonlyMap<string, string> = new Map()
const NO_MEMBERS: readonly string[] = []

function addedNode(wallet: AddedWallet, degree: number, since: number | null): GraphNode {
  const kind = nodeKind(wallet)
  return {
    id: wallet.address,
    kind,
    name: wallet.label,
    percentage: wallet.percentage,
    // Its cluster may belong to another snapshot.
    radius: nodeRadius({ kind, percentage: wallet.percentage, cluster: null }),
    cluster: null,
    creator: false,
    degree,
    since,
    added: true,
    members: NO_MEMBERS,
  }
}

/** Links with both ends in the graph. Ends are node indexes, so that tens of thousands of links are looked up by address only once. */
interface Drawn {
  readonly records: readonly SnapshotLink[]
  /** Source and target of each link. */
  readonly ends: Uint32Array
}

/** When each wallet was first seen, or the time of its first link; null if both are unknown. */
function firstTimes({ nodes }: SnapshotRecord, { records, ends }: Drawn, count: number): (number | null)[] {
  const first = new Float64Array(count).fill(Infinity)
  for (const [i, { first_time: time }] of records.entries()) {
    if (time === null) continue
    for (const end of [ends[2 * i] ?? 0, ends[2 * i + 1] ?? 0]) first[end] = Math.min(first[end] ?? time, time)
  }
  for (const [i, { first_seen: seen }] of nodes.entries()) if (seen !== null) first[i] = seen
  return Array.from(first, (time) => (time === Infinity ? null : time))
}

/** Links with both ends in the graph. Those of other tokens come last. */
function drawable(
  snapshot: SnapshotRecord,
  addedWallets: readonly AddedWallet[],
  inSnapshot: ReadonlySet<string>,
  indexes: ReadonlyMap<string, number>,
): Drawn {
  // Two added wallets both list the link between them. The one whose address sorts first contributes it.
  const addedLinks = addedWallets.flatMap(({ address, links }) =>
    links.filter(({ source, target }) => {
      const other = source === address ? target : source
      return inSnapshot.has(other) || address < other
    }),
  )
  const all = [...snapshot.links, ...snapshot.token_links.flatMap((entry) => entry.links), ...addedLinks]
  const records: SnapshotLink[] = []
  const ends = new Uint32Array(2 * all.length)
  for (const link of all) {
    const [source, target] = [indexes.get(link.source), indexes.get(link.target)]
    if (source === undefined || target === undefined || source === target) continue
    ends[2 * records.length] = source
    ends[2 * records.length + 1] = target
    records.push(link)
  }
  return { records, ends: ends.subarray(0, 2 * records.length) }
}

/** The number of links of each node. */
function countEnds({ ends }: Drawn, count: number): Uint32Array {
  const counts = new Uint32Array(count)
  for (const end of ends) counts[end] = (counts[end] ?? 0) + 1
  return counts
}

/** One number for two nodes in either order. */
const pairKey = (a: number, b: number, count: number): number => (a < b ? a * count + b : b * count + a)

function buildLinks({ records, ends }: Drawn, weights: ReadonlyMap<number, number>, nodes: readonly GraphNode[]): GraphLink[] {
  const largest = new Map<string, number>()
  const perPair = new Map<number, number>()
  const pairs = records.map((link, i) => {
    largest.set(link.token, Math.max(largest.get(link.token) ?? 0, link.forward + link.backward))
    const pair = pairKey(ends[2 * i] ?? 0, ends[2 * i + 1] ?? 0, nodes.length)
    perPair.set(pair, (perPair.get(pair) ?? 0) + 1)
    return pair
  })
  const hubs = nodes.map(isService)
  const drawnOfPair = new Map<number, number>()
  const seen = new Map<string, number>()
  return records.map((link, i): GraphLink => {
    const pair = pairs[i] ?? 0
    const parallel = perPair.get(pair) ?? 1
    const nth = parallel === 1 ? 0 : (drawnOfPair.get(pair) ?? 0)
    const [from, to] = [ends[2 * i] ?? 0, ends[2 * i + 1] ?? 0]
    const toHub = hubs[from] === true || hubs[to] === true
    const cluster = nodes[from]?.cluster ?? null
    const key = linkKeyString(link)
    let copies = 0
    if (parallel > 1) {
      drawnOfPair.set(pair, nth + 1)
      copies = seen.get(key) ?? 0
      seen.set(key, copies + 1)
    }
    const bow = bendOf(nth, parallel)
    return {
      id: copies === 0 ? key : `${key} ${copies}`,
      source: link.source,
      target: link.target,
      line: lineKind(link),
      forward: link.forward > 0 || (link.forward_count ?? 0) > 0,
      backward: link.backward > 0 || (link.backward_count ?? 0) > 0,
      toHub,
      inside: cluster !== null && cluster === nodes[to]?.cluster,
      width: toHub ? HUB_LINK_WIDTH : linkWidth(link.forward + link.backward, largest.get(link.token) ?? 0),
      weight: weights.get(pair) ?? 0,
      bend: link.source < link.target ? bow : -bow,
      record: link,
      count: 1,
    }
  })
}

/** The combined weight of each accepted pair, by pair key. */
function evidenceWeights(clusters: ExplainedClusters | null, indexes: ReadonlyMap<string, number>, count: number): Map<number, number> {
  const weights = new Map<number, number>()
  for (const cluster of clusters?.clusters ?? []) {
    for (const { a, b, p } of cluster.tree) {
      const [one, other] = [indexes.get(a), indexes.get(b)]
      if (one !== undefined && other !== undefined) weights.set(pairKey(one, other, count), p)
    }
  }
  return weights
}

function connectorClusters(clusters: ExplainedClusters | null): Map<string, number> {
  return new Map((clusters?.clusters ?? []).flatMap((cluster) => cluster.members.map((member) => [member.address, cluster.id] as const)))
}

/** Clusters with members in the graph, largest first. Shares come from the explanation if there is one. */
function buildClusters(snapshot: SnapshotRecord, nodes: readonly GraphNode[], explained: ExplainedClusters | null): GraphCluster[] {
  const counted = new Set(snapshot.nodes.filter(countsInCluster).map(({ address }) => address))
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
    const holders = list.filter((node) => counted.has(node.id))
    return {
      id,
      pct: known?.pct ?? sumPercent(holders.map((node) => node.percentage)),
      holders: known?.members.filter((member) => member.role === 'holder').length ?? holders.length,
      members: list.map((node) => node.id),
    }
  })
  return clusters.sort((a, b) => b.pct - a.pct || a.id - b.id)
}
