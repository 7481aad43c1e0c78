import type { SnapshotLink, SnapshotNode, SnapshotRecord } from '../contract/records/snapshot.ts'
import { sumPercent } from './amount.ts'
import { countsInCluster } from './labels.ts'
import { lacksHolders, partialHoldersText } from './partial-holders.ts'
import { countOf } from './shown.ts'

/** Differences between two snapshots of a token. Pure. An unlisted wallet may still hold unless the snapshot lists every holder. */

/** Whether the snapshot lists every holder, so that an unlisted wallet held nothing. */
export function listsAllHolders({ nodes, token_metadata: { holder_count } }: SnapshotRecord): boolean {
  return !lacksHolders(nodes.filter((node) => node.is_holder).length, holder_count)
}

/** A snapshot that says how many holders there are, or that nobody knows. */
export interface HolderCounted {
  readonly token_metadata: Pick<SnapshotRecord['token_metadata'], 'holder_count'>
}

/**
 * The balance of a listed wallet; null if it is listed for its links only and the number of holders is unknown. Then some holders were not read,
 * and the wallet may be one of them.
 */
export const statedBalance = (
  { token_metadata }: HolderCounted,
  { is_holder, balance }: Pick<SnapshotNode, 'is_holder' | 'balance'>,
): number | null => (is_holder || token_metadata.holder_count !== null ? balance : null)

/** A listed wallet whose figures are null if they are unknown, and then 0 in the snapshot. */
export type StatedNode = Omit<SnapshotNode, 'balance' | 'percentage'> & { readonly balance: number | null; readonly percentage: number | null }

export const statedNode = (snapshot: HolderCounted, node: SnapshotNode): StatedNode =>
  statedBalance(snapshot, node) === null ? { ...node, balance: null, balance_usd: null, percentage: null } : node

/** "largest 150 of 12,400 holders only"; null when the snapshot lists every holder. */
export const partialSnapshotText = ({ nodes, token_metadata }: SnapshotRecord): string | null =>
  partialHoldersText(nodes.filter((node) => node.is_holder).length, token_metadata.holder_count)

export const WALLET_CHANGES = ['entered', 'left', 'grew', 'shrank'] as const
export type WalletChange = (typeof WALLET_CHANGES)[number]

export interface WalletDiff {
  readonly address: string
  readonly label: string | null
  readonly change: WalletChange
  /** Percent of supply; null if the snapshot does not list the wallet. */
  readonly before: number | null
  readonly after: number | null
  /** Percentage points and token units; null if one of the shares is unknown. */
  readonly points: number | null
  readonly amount: number | null
  readonly clusterBefore: number | null
  readonly clusterAfter: number | null
}

export const CLUSTER_CHANGES = ['merged', 'split', 'new', 'gone', 'changed'] as const
export type ClusterChange = (typeof CLUSTER_CHANGES)[number]

export interface ClusterDiff {
  readonly change: ClusterChange
  /** Ids in the earlier and the later snapshot; several for a merge or a split. */
  readonly before: readonly number[]
  readonly after: readonly number[]
  /** Percent of supply before and after. */
  readonly pctBefore: number
  readonly pctAfter: number
  /** Members that joined or left, holders and connectors. */
  readonly joined: readonly string[]
  readonly left: readonly string[]
}

export interface LinkDiff {
  readonly change: 'new' | 'gone'
  readonly link: SnapshotLink
}

export interface SnapshotDiff {
  readonly wallets: readonly WalletDiff[]
  readonly clusters: readonly ClusterDiff[]
  readonly links: readonly LinkDiff[]
}

export function diffSnapshots(before: SnapshotRecord, after: SnapshotRecord): SnapshotDiff {
  const [then, now] = [indexSnapshot(before), indexSnapshot(after)]
  return { wallets: walletDiffs(then, now), clusters: clusterDiffs(then, now), links: linkDiffs(then, now) }
}

/** Like `diffSummary(diffSnapshots(…))`, yielding between steps so that input can run first. */
export function* diffSummaryInSlices(before: SnapshotRecord, after: SnapshotRecord): Generator<void, string | null> {
  for (const snapshot of [before, after]) {
    indexSnapshot(snapshot)
    yield
  }
  return diffSummary(diffSnapshots(before, after))
}

/** Lookups of one snapshot. */
interface SnapshotIndex {
  readonly holders: ReadonlyMap<string, SnapshotNode>
  /** Share of an unlisted wallet: 0 if the snapshot lists every holder, else null. */
  readonly unlisted: 0 | null
  readonly clusters: readonly Cluster[]
  /** Clusters by member address. */
  readonly clusterOf: ReadonlyMap<string, Cluster>
  readonly links: ReadonlyMap<string, SnapshotLink>
}

/** Cached per record: the timeline compares each snapshot with both neighbours. */
const indexes = new WeakMap<SnapshotRecord, SnapshotIndex>()

function indexSnapshot(snapshot: SnapshotRecord): SnapshotIndex {
  const before = indexes.get(snapshot)
  if (before !== undefined) return before
  const clusters = readClusters(snapshot)
  const made: SnapshotIndex = {
    holders: indexHolders(snapshot),
    unlisted: listsAllHolders(snapshot) ? 0 : null,
    clusters,
    clusterOf: indexMembers(clusters),
    links: indexLinks(snapshot),
  }
  indexes.set(snapshot, made)
  return made
}

function walletDiffs(earlier: SnapshotIndex, later: SnapshotIndex): WalletDiff[] {
  const [then, now] = [earlier.holders, later.holders]
  const diffs: WalletDiff[] = []
  for (const address of new Set([...then.keys(), ...now.keys()])) {
    const [a, b] = [then.get(address), now.get(address)]
    const grown = (b?.balance ?? 0) - (a?.balance ?? 0)
    if (a !== undefined && b !== undefined && grown === 0) continue
    const before = a?.percentage ?? earlier.unlisted
    const after = b?.percentage ?? later.unlisted
    const isKnown = before !== null && after !== null
    diffs.push({
      address,
      label: b?.label ?? a?.label ?? null,
      change: a === undefined ? 'entered' : b === undefined ? 'left' : grown > 0 ? 'grew' : 'shrank',
      before,
      after,
      points: isKnown ? after - before : null,
      amount: isKnown ? grown : null,
      clusterBefore: a?.cluster ?? null,
      clusterAfter: b?.cluster ?? null,
    })
  }
  return diffs.sort((x, y) => sizeOf(y) - sizeOf(x) || (x.address < y.address ? -1 : 1))
}

/** Percentage points of a change, at most; its size is unknown if one of the shares is. */
const sizeOf = ({ points, before, after }: WalletDiff): number => Math.abs(points ?? after ?? before ?? 0)

function indexHolders(snapshot: SnapshotRecord): Map<string, SnapshotNode> {
  return new Map(snapshot.nodes.filter((node) => node.is_holder).map((node) => [node.address, node]))
}

interface Cluster {
  readonly id: number
  readonly pct: number
  /** Percent of supply that each member counts with, by its address. */
  readonly members: ReadonlyMap<string, number>
}

/** A cluster without a counterpart of the same id matches the cluster that holds more than this share of its balance. */
const MAJORITY = 0.5

function clusterDiffs({ clusters: then, clusterOf: homesThen }: SnapshotIndex, { clusters: now, clusterOf: homesNow }: SnapshotIndex): ClusterDiff[] {
  const [parts, pieces] = [new Map<Cluster, Set<Cluster>>(), new Map<Cluster, Set<Cluster>>()]
  const relate = (a: Cluster, b: Cluster): void => {
    parts.set(b, (parts.get(b) ?? new Set()).add(a))
    pieces.set(a, (pieces.get(a) ?? new Set()).add(b))
  }
  for (const a of then) {
    const heir = findCounterpart(a, homesNow)
    if (heir !== null) relate(a, heir)
  }
  for (const b of now) {
    const parent = findCounterpart(b, homesThen)
    if (parent !== null) relate(parent, b)
  }
  const diffs: ClusterDiff[] = []
  for (const b of now) {
    const from = [...(parts.get(b) ?? [])].sort(byId)
    if (from.length === 0) diffs.push(describe('new', [], [b]))
    else if (from.length > 1) diffs.push(describe('merged', from, [b]))
  }
  for (const a of then) {
    const into = [...(pieces.get(a) ?? [])].sort(byId)
    const [only] = into
    if (only === undefined) diffs.push(describe('gone', [a], []))
    else if (into.length > 1) diffs.push(describe('split', [a], into))
    else if (parts.get(only)?.size === 1) {
      const diff = describe('changed', [a], [only])
      if (diff.joined.length + diff.left.length > 0) diffs.push(diff)
    }
  }
  const order = (diff: ClusterDiff): number => CLUSTER_CHANGES.indexOf(diff.change)
  return diffs.sort((x, y) => order(x) - order(y) || Math.max(y.pctBefore, y.pctAfter) - Math.max(x.pctBefore, x.pctAfter))
}

const byId = (a: Cluster, b: Cluster): number => a.id - b.id

/**
 * The counterpart of a cluster in the other snapshot: the one with the same id if they share a member, else the one that holds most of its balance.
 * Ids alone do not match, because imported files choose their own.
 */
function findCounterpart({ id, pct, members }: Cluster, homes: ReadonlyMap<string, Cluster>): Cluster | null {
  const shared = new Map<Cluster, number>()
  for (const [member, share] of members) {
    const home = homes.get(member)
    if (home !== undefined) shared.set(home, (shared.get(home) ?? 0) + share)
  }
  const same = [...shared.keys()].find((cluster) => cluster.id === id)
  return same ?? [...shared].find(([, share]) => share > MAJORITY * pct)?.[0] ?? null
}

function indexMembers(clusters: readonly Cluster[]): Map<string, Cluster> {
  return new Map(clusters.flatMap((cluster) => [...cluster.members.keys()].map((member) => [member, cluster] as const)))
}

function readClusters(snapshot: SnapshotRecord): Cluster[] {
  const groups = new Map<number, SnapshotNode[]>()
  for (const node of snapshot.nodes) {
    if (node.cluster === null) continue
    const group = groups.get(node.cluster)
    if (group === undefined) groups.set(node.cluster, [node])
    else group.push(node)
  }
  const clusters = [...groups].map(([id, nodes]) => ({
    id,
    pct: sumPercent(nodes.filter(countsInCluster).map((node) => node.percentage)),
    members: new Map(nodes.map((node) => [node.address, countsInCluster(node) ? node.percentage : 0])),
  }))
  return clusters.sort(byId)
}

function describe(change: ClusterChange, before: readonly Cluster[], after: readonly Cluster[]): ClusterDiff {
  const members = (clusters: readonly Cluster[]): Set<string> => new Set(clusters.flatMap((cluster) => [...cluster.members.keys()]))
  const [then, now] = [members(before), members(after)]
  return {
    change,
    before: before.map(({ id }) => id),
    after: after.map(({ id }) => id),
    pctBefore: sumPercent(before.map(({ pct }) => pct)),
    pctAfter: sumPercent(after.map(({ pct }) => pct)),
    joined: [...now].filter((member) => !then.has(member)),
    left: [...then].filter((member) => !now.has(member)),
  }
}

function linkDiffs({ links: then }: SnapshotIndex, { links: now }: SnapshotIndex): LinkDiff[] {
  const added = [...now].flatMap(([key, link]): LinkDiff[] => (then.has(key) ? [] : [{ change: 'new', link }]))
  const gone = [...then].flatMap(([key, link]): LinkDiff[] => (now.has(key) ? [] : [{ change: 'gone', link }]))
  return [...added, ...gone]
}

/** Keyed by both ends in either order, kind and token, so a transfer back does not make a new link. */
function indexLinks(snapshot: SnapshotRecord): Map<string, SnapshotLink> {
  const all = [...snapshot.links, ...snapshot.token_links.flatMap((entry) => entry.links)]
  return new Map(all.map((link) => [linkKey(link), link]))
}

function linkKey({ source, target, kind, token }: SnapshotLink): string {
  return source < target ? `${source} ${target} ${kind} ${token}` : `${target} ${source} ${kind} ${token}`
}

/**
 * "3 in, 1 out, 2 grew, 1 shrank, 1 merge, 2 new links"; null if nothing changed. A wallet that one of the snapshots may have left out is "newly
 * listed" or "no longer listed".
 */
export function diffSummary({ wallets, clusters, links }: SnapshotDiff): string | null {
  const count = <T extends { readonly change: string }>(list: readonly T[], change: T['change']): number =>
    list.filter((each) => each.change === change).length
  const said = (n: number, one: string, many = one): string => (n === 0 ? '' : countOf(n, one, many))
  const parts = [
    said(wallets.filter(({ change, before }) => change === 'entered' && before !== null).length, 'in'),
    said(wallets.filter(({ before }) => before === null).length, 'newly listed'),
    said(wallets.filter(({ change, after }) => change === 'left' && after !== null).length, 'out'),
    said(wallets.filter(({ after }) => after === null).length, 'no longer listed'),
    said(count(wallets, 'grew'), 'grew'),
    said(count(wallets, 'shrank'), 'shrank'),
    said(count(clusters, 'merged'), 'merge', 'merges'),
    said(count(clusters, 'split'), 'split', 'splits'),
    said(count(clusters, 'new'), 'new cluster', 'new clusters'),
    said(count(clusters, 'gone'), 'cluster gone', 'clusters gone'),
    said(count(links, 'new'), 'new link', 'new links'),
  ].filter((part) => part !== '')
  return parts.length === 0 ? null : parts.join(', ')
}
