import type { SnapshotLink, SnapshotNode, SnapshotRecord } from '../../../src-shared/contract/records/index.ts'
import { sumPercent } from '../../../src-shared/domain/amount.ts'

/** Lookups of one snapshot. Pure. */
export interface SnapshotIndex {
  readonly nodes: ReadonlyMap<string, SnapshotNode>
  /** Links in the token, the native coin and other tokens. */
  readonly links: readonly SnapshotLink[]
  readonly linksOf: (address: string) => readonly SnapshotLink[]
  readonly members: (cluster: number) => readonly SnapshotNode[]
}

export function indexSnapshot(snapshot: SnapshotRecord): SnapshotIndex {
  const links = [...snapshot.links, ...snapshot.token_links.flatMap((entry) => entry.links)]
  const byEnd = new Map<string, SnapshotLink[]>()
  for (const link of links) {
    for (const end of new Set([link.source, link.target])) {
      const list = byEnd.get(end)
      if (list === undefined) byEnd.set(end, [link])
      else list.push(link)
    }
  }
  return {
    nodes: new Map(snapshot.nodes.map((node) => [node.address, node])),
    links,
    linksOf: (address) => [...(byEnd.get(address) ?? [])].sort(byAmount),
    members: (cluster) => snapshot.nodes.filter((node) => node.cluster === cluster),
  }
}

/** The token first, then the native coin, then other tokens. Within a token, larger amounts first. */
function byAmount(a: SnapshotLink, b: SnapshotLink): number {
  return tokenRank(a) - tokenRank(b) || (a.token < b.token ? -1 : a.token > b.token ? 1 : 0) || b.forward + b.backward - a.forward - a.backward
}

function tokenRank(link: SnapshotLink): number {
  if (link.token === 'self') return 0
  return link.token === 'native' ? 1 : 2
}

export function otherEnd(link: Pick<SnapshotLink, 'source' | 'target'>, address: string): string {
  return link.source === address ? link.target : link.source
}

/** A wallet and all wallets linked to it. */
export function neighbourhood(index: SnapshotIndex, address: string): string[] {
  return [...new Set([address, ...index.linksOf(address).map((link) => otherEnd(link, address))])]
}

export interface SnapshotCounts {
  /** All addresses with a balance, including pools and exchanges. */
  readonly holders: number
  readonly unclustered: number
  readonly clustered: number
  /** Percent of supply. */
  readonly clusteredPct: number
  readonly passThrough: number
  readonly services: number
  readonly links: number
}

const SERVICES = new Set(['liquidity_pool', 'exchange', 'vesting', 'presale', 'burn'])

export function countNodes(snapshot: SnapshotRecord, index: SnapshotIndex): SnapshotCounts {
  const isService = (node: SnapshotNode): boolean => node.tags.some((tag) => SERVICES.has(tag))
  const people = snapshot.nodes.filter((node) => !isService(node))
  const owners = people.filter((node) => node.is_holder)
  const clustered = owners.filter((node) => node.cluster !== null)
  return {
    holders: snapshot.nodes.filter((node) => node.is_holder).length,
    unclustered: owners.length - clustered.length,
    clustered: clustered.length,
    clusteredPct: sumPercent(clustered.map((node) => node.percentage)),
    passThrough: people.length - owners.length,
    services: snapshot.nodes.length - people.length,
    links: index.links.length,
  }
}
