import type { SnapshotLink } from '../../../src-shared/contract/records/index.ts'

/** The picture's own words: what stands in a graph, before anybody draws it. */

export const NODE_KINDS = ['wallet', 'passing', 'pool', 'exchange', 'contract', 'vesting', 'burn', 'group'] as const
/** `passing`: a funder or pass-through address that holds nothing. `group`: a cluster drawn as one. */
export type NodeKind = (typeof NODE_KINDS)[number]

export const LINE_KINDS = ['funding', 'token', 'coin', 'together'] as const
/** `token`: transfers of the token itself; `coin`: of anything else; `together`: same transaction or block. */
export type LineKind = (typeof LINE_KINDS)[number]

export interface GraphNode {
  /** The address; of a group, its own id. */
  readonly id: string
  readonly kind: NodeKind
  readonly name: string | null
  /** Percent of total supply. */
  readonly percentage: number
  /** Graph units; the circle's area is proportional to the share. */
  readonly radius: number
  readonly cluster: number | null
  readonly creator: boolean
  /** Links that touch it in this picture. */
  readonly degree: number
  /** Unix seconds: first seen, or else the first link; null where no source gives times. */
  readonly since: number | null
  /** Put into the picture by hand: not part of the snapshot. */
  readonly added: boolean
  /** Addresses that a group stands for; empty for every other kind. */
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
  /** An end is a pool, an exchange or the like: such a link joins nobody and is drawn as a hairline. */
  readonly toHub: boolean
  /** Both ends are in one cluster. */
  readonly inside: boolean
  /** How strongly it says that two wallets belong together, 0..1. */
  readonly weight: number
  /** Sideways bow in graph units, so that links between the same two wallets lie side by side. */
  readonly bend: number
  readonly record: SnapshotLink
  /** Links drawn as this one, itself included: more than one only at a group. */
  readonly count: number
}

export interface GraphCluster {
  readonly id: number
  /** Percent of total supply. */
  readonly pct: number
  /** Members that hold something. */
  readonly holders: number
  readonly members: readonly string[]
}

export interface GraphElements {
  readonly nodes: readonly GraphNode[]
  readonly links: readonly GraphLink[]
  readonly clusters: readonly GraphCluster[]
  readonly nodeById: ReadonlyMap<string, GraphNode>
  /** The group that stands for a wallet, by address; empty while no cluster is drawn as one. */
  readonly groupOf: ReadonlyMap<string, string>
  /** 0..1: how much fainter each link must be so that together they do not turn to fog. */
  readonly clarity: number
}

/** What a packing asks of a picture: little enough to be sent to a worker. */
export interface Packable extends Pick<GraphElements, 'nodes' | 'clusters' | 'nodeById'> {
  readonly links: readonly Pick<GraphLink, 'source' | 'target' | 'inside'>[]
}

export interface Point {
  readonly x: number
  readonly y: number
}
export type Positions = ReadonlyMap<string, Point>
