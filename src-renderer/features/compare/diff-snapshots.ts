import type { SnapshotLink, SnapshotNode, SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import { listsAll } from '../../api/held-then.ts'
import { countOf } from '../../format/number.ts'

/** What changed between two snapshots of one token. Pure. A wallet that a snapshot does not list may still hold, unless it lists every holder. */

export const WALLET_CHANGES = ['entered', 'left', 'grew', 'shrank'] as const
export type WalletChange = (typeof WALLET_CHANGES)[number]

export interface WalletDiff {
  readonly address: string
  readonly label: string | null
  readonly change: WalletChange
  /** Percent of supply; null where the snapshot lists only the largest holders, and not this one. */
  readonly before: number | null
  readonly after: number | null
  /** Percentage points, and token units. */
  readonly points: number
  readonly amount: number
  readonly clusterBefore: number | null
  readonly clusterAfter: number | null
}

const CLUSTER_CHANGES = ['merged', 'split', 'new', 'gone', 'changed'] as const
export type ClusterChange = (typeof CLUSTER_CHANGES)[number]

export interface ClusterDiff {
  readonly change: ClusterChange
  /** Ids in the earlier and in the later snapshot: several where clusters merged or one split. */
  readonly before: readonly number[]
  readonly after: readonly number[]
  /** Percent of supply on either side. */
  readonly pctBefore: number
  readonly pctAfter: number
  /** Members, holding or connecting, that came or went. */
  readonly joined: readonly string[]
  readonly parted: readonly string[]
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
  const [then, now] = [sortedOut(before), sortedOut(after)]
  return { wallets: walletDiffs(then, now), clusters: clusterDiffs(then, now), links: linkDiffs(then, now) }
}

/** As `diffWords` of `diffSnapshots`, with pauses at which who waits for the page may go first. */
export function* wordsInSlices(before: SnapshotRecord, after: SnapshotRecord): Generator<void, string | null> {
  for (const snapshot of [before, after]) {
    sortedOut(snapshot)
    yield
  }
  return diffWords(diffSnapshots(before, after))
}

/** What is compared of a snapshot, by what it is found under in another. */
interface SortedOut {
  readonly holders: ReadonlyMap<string, SnapshotNode>
  /** What a wallet held that is not among them: nothing, or nobody knows. */
  readonly otherwise: 0 | null
  readonly clusters: readonly Cluster[]
  /** The cluster of each wallet that is in one. */
  readonly homes: ReadonlyMap<string, Cluster>
  readonly links: ReadonlyMap<string, SnapshotLink>
}

/** For as long as the snapshots themselves are kept: the slider compares each with the one before and the one after. */
const known = new WeakMap<SnapshotRecord, SortedOut>()

function sortedOut(snapshot: SnapshotRecord): SortedOut {
  const before = known.get(snapshot)
  if (before !== undefined) return before
  const clusters = clustersOf(snapshot)
  const made: SortedOut = {
    holders: holdersOf(snapshot),
    otherwise: listsAll(snapshot) ? 0 : null,
    clusters,
    homes: homesIn(clusters),
    links: linksOf(snapshot),
  }
  known.set(snapshot, made)
  return made
}

function walletDiffs(earlier: SortedOut, later: SortedOut): WalletDiff[] {
  const [then, now] = [earlier.holders, later.holders]
  const diffs: WalletDiff[] = []
  for (const address of new Set([...then.keys(), ...now.keys()])) {
    const [a, b] = [then.get(address), now.get(address)]
    const amount = (b?.balance ?? 0) - (a?.balance ?? 0)
    if (a !== undefined && b !== undefined && amount === 0) continue
    diffs.push({
      address,
      label: b?.label ?? a?.label ?? null,
      change: a === undefined ? 'entered' : b === undefined ? 'left' : amount > 0 ? 'grew' : 'shrank',
      before: a?.percentage ?? earlier.otherwise,
      after: b?.percentage ?? later.otherwise,
      points: (b?.percentage ?? 0) - (a?.percentage ?? 0),
      amount,
      clusterBefore: a?.cluster ?? null,
      clusterAfter: b?.cluster ?? null,
    })
  }
  return diffs.sort((x, y) => Math.abs(y.points) - Math.abs(x.points) || (x.address < y.address ? -1 : 1))
}

function holdersOf(snapshot: SnapshotRecord): Map<string, SnapshotNode> {
  return new Map(snapshot.nodes.filter((node) => node.is_holder).map((node) => [node.address, node]))
}

interface Cluster {
  readonly id: number
  readonly pct: number
  /** Percent of each member. */
  readonly members: ReadonlyMap<string, number>
}

/** A cluster whose number the other snapshot does not have is a part of another there that has more than this share of its balance. */
const MOST = 0.5

function clusterDiffs({ clusters: then, homes: homesThen }: SortedOut, { clusters: now, homes: homesNow }: SortedOut): ClusterDiff[] {
  const [parts, pieces] = [new Map<Cluster, Set<Cluster>>(), new Map<Cluster, Set<Cluster>>()]
  const relate = (a: Cluster, b: Cluster): void => {
    parts.set(b, (parts.get(b) ?? new Set()).add(a))
    pieces.set(a, (pieces.get(a) ?? new Set()).add(b))
  }
  for (const a of then) {
    const heir = kinOf(a, homesNow)
    if (heir !== null) relate(a, heir)
  }
  for (const b of now) {
    const parent = kinOf(b, homesThen)
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
      if (diff.joined.length + diff.parted.length > 0) diffs.push(diff)
    }
  }
  const order = (diff: ClusterDiff): number => CLUSTER_CHANGES.indexOf(diff.change)
  return diffs.sort((x, y) => order(x) - order(y) || Math.max(y.pctBefore, y.pctAfter) - Math.max(x.pctBefore, x.pctAfter))
}

const byId = (a: Cluster, b: Cluster): number => a.id - b.id

/**
 * Which of the clusters of the other snapshot one is, or is a part of: that of the same number, where they share a member; else
 * the one that has most of its balance. The number alone does not count: files may number as they like.
 */
function kinOf({ id, pct, members }: Cluster, homes: ReadonlyMap<string, Cluster>): Cluster | null {
  const shared = new Map<Cluster, number>()
  for (const [member, share] of members) {
    const home = homes.get(member)
    if (home !== undefined) shared.set(home, (shared.get(home) ?? 0) + share)
  }
  const same = [...shared.keys()].find((cluster) => cluster.id === id)
  return same ?? [...shared].find(([, share]) => share > MOST * pct)?.[0] ?? null
}

function homesIn(clusters: readonly Cluster[]): Map<string, Cluster> {
  return new Map(clusters.flatMap((cluster) => [...cluster.members.keys()].map((member) => [member, cluster] as const)))
}

function clustersOf(snapshot: SnapshotRecord): Cluster[] {
  const groups = new Map<number, SnapshotNode[]>()
  for (const node of snapshot.nodes) {
    if (node.cluster === null) continue
    const group = groups.get(node.cluster)
    if (group === undefined) groups.set(node.cluster, [node])
    else group.push(node)
  }
  const clusters = [...groups].map(([id, nodes]) => ({
    id,
    pct: sum(nodes.map((node) => node.percentage)),
    members: new Map(nodes.map((node) => [node.address, node.percentage])),
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
    pctBefore: sum(before.map(({ pct }) => pct)),
    pctAfter: sum(after.map(({ pct }) => pct)),
    joined: [...now].filter((member) => !then.has(member)),
    parted: [...then].filter((member) => !now.has(member)),
  }
}

function linkDiffs({ links: then }: SortedOut, { links: now }: SortedOut): LinkDiff[] {
  const added = [...now].flatMap(([key, link]): LinkDiff[] => (then.has(key) ? [] : [{ change: 'new', link }]))
  const gone = [...then].flatMap(([key, link]): LinkDiff[] => (now.has(key) ? [] : [{ change: 'gone', link }]))
  return [...added, ...gone]
}

/** By ends whichever way round, kind and token: what moved back does not make another link. */
function linksOf(snapshot: SnapshotRecord): Map<string, SnapshotLink> {
  const all = [...snapshot.links, ...snapshot.token_links.flatMap((entry) => entry.links)]
  return new Map(all.map((link) => [keyOf(link), link]))
}

function keyOf({ source, target, kind, token }: SnapshotLink): string {
  return source < target ? `${source} ${target} ${kind} ${token}` : `${target} ${source} ${kind} ${token}`
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** "3 in, 1 out, 2 grew, 1 shrank; 1 merge, 2 new links"; null where nothing changed. */
export function diffWords({ wallets, clusters, links }: SnapshotDiff): string | null {
  const count = <T extends { readonly change: string }>(list: readonly T[], change: T['change']): number =>
    list.filter((each) => each.change === change).length
  const said = (n: number, one: string, many = one): string => (n === 0 ? '' : countOf(n, one, many))
  const parts = [
    said(count(wallets, 'entered'), 'in'),
    said(count(wallets, 'left'), 'out'),
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
