import type { SnapshotLink } from '../../../src-shared/contract/records/index.ts'

/** The contents of a graph, independent of how it is drawn. */

/** `passing`: a funder or pass-through address that holds nothing. `group`: a cluster drawn as one node. */
export type NodeKind = 'wallet' | 'passing' | 'pool' | 'exchange' | 'contract' | 'vesting' | 'burn' | 'group'

export const LINE_KINDS = ['funding', 'token', 'coin', 'together'] as const
/** `token`: transfers of the token itself; `coin`: of anything else; `together`: same transaction or block. */
export type LineKind = (typeof LINE_KINDS)[number]

export interface GraphNode {
  /** The address, or for a group its own id. */
  readonly id: string
  readonly kind: NodeKind
  readonly name: string | null
  /** Percent of total supply. */
  readonly percentage: number
  /** Graph units; the circle's area is proportional to the share. */
  readonly radius: number
  readonly cluster: number | null
  readonly creator: boolean
  /** Number of its links in this graph. */
  readonly degree: number
  /** Unix seconds when it was first seen, or of its first link; null if both are unknown. */
  readonly since: number | null
  /** Added by the user: not part of the snapshot. */
  readonly added: boolean
  /** Addresses of the wallets in a group; empty for every other kind. */
  readonly members: readonly string[]
}

export interface GraphLink {
  readonly id: string
  readonly source: string
  readonly target: string
  readonly line: LineKind
  /** Something moved source → target. */
  readonly forward: boolean
  /** Something moved target → source. */
  readonly backward: boolean
  /** Graph units, by the logarithm of the amount among links of the same token. */
  readonly width: number
  /** One end is a service such as a pool or an exchange. Such a link says nothing about owners and is drawn as a hairline. */
  readonly toHub: boolean
  /** Both ends are in one cluster. */
  readonly inside: boolean
  /** Strength of the evidence that both wallets have one owner, 0..1. */
  readonly weight: number
  /** Sideways bow in graph units, so that links between the same two wallets do not overlap. */
  readonly bend: number
  readonly record: SnapshotLink
  /** Number of links drawn as this one, itself included. Above 1 only at a group. */
  readonly count: number
}

export interface GraphCluster {
  readonly id: number
  /** Percent of total supply. */
  readonly pct: number
  /** Members with a balance. */
  readonly holders: number
  readonly members: readonly string[]
}

export interface GraphElements {
  readonly nodes: readonly GraphNode[]
  readonly links: readonly GraphLink[]
  readonly clusters: readonly GraphCluster[]
  readonly nodeById: ReadonlyMap<string, GraphNode>
  /** Id of the group that represents a wallet, by address; empty while no cluster is drawn as one node. */
  readonly groupOf: ReadonlyMap<string, string>
  /** Factor for the opacity of each link, 0..1: many opaque links would cover everything. */
  readonly clarity: number
}

/** The part of the elements that packing needs, small enough for a worker message. */
export interface PackableElements extends Pick<GraphElements, 'nodes' | 'clusters' | 'nodeById'> {
  readonly links: readonly Pick<GraphLink, 'source' | 'target' | 'inside'>[]
}

export interface Point {
  readonly x: number
  readonly y: number
}
export type Positions = ReadonlyMap<string, Point>
