import type { NetworkId } from '../../networks.ts'

/** What an investigator changed in the graph of a token, and the saved views of it (docs/cases.md#graph-and-views). */

export interface GraphKey {
  readonly network: NetworkId
  readonly token_address: string
}

export interface GraphPoint {
  readonly x: number
  readonly y: number
}

/** A node pinned to a position, in graph units. */
export interface Pin extends GraphPoint {
  /** An address, or `group:` with the address of a member of a cluster that is drawn as one node. */
  readonly node: string
  /** Its position before it was pinned; null if unknown. */
  readonly from: GraphPoint | null
}

/** Nodes, each list in ascending order. */
export interface GraphState {
  readonly hidden: string[]
  /** A member of each cluster that is drawn as one node. */
  readonly grouped: string[]
  readonly pinned: Pin[]
}

export interface CaseGraph extends GraphKey, GraphState {}

/** Rule thresholds on trial, by rule key. */
export type Thresholds = Readonly<Record<string, number>>

export interface Camera extends GraphPoint {
  /** Pixels per graph unit; x and y are the centre of the panel in graph units. */
  readonly zoom: number
}

export interface ViewContent extends GraphKey, GraphState {
  /** The search part of the page's URL: view, snapshot and selection. */
  readonly search: string
  /** Null for a view without a graph. */
  readonly camera: Camera | null
  readonly layout: string
  /** Legend rows that are switched off. */
  readonly filters: string[]
  readonly thresholds: Thresholds
}

export interface CaseView extends ViewContent {
  /** The number of the step that saved the view. */
  readonly id: string
  readonly name: string
  /** Unix seconds. */
  readonly saved_at: number
}

/** Sets of nodes whose members are changed together. */
export type GraphSet = 'hidden' | 'grouped'

export type GraphChange =
  /** Every one of the nodes was in the set before, or is in it after. */
  | (GraphKey & { readonly part: 'graph_set'; readonly set: GraphSet; readonly nodes: string[]; readonly before: boolean; readonly after: boolean })
  /** Pins of the nodes that changed, before and after. */
  | (GraphKey & { readonly part: 'pins'; readonly before: Pin[]; readonly after: Pin[] })
  | { readonly part: 'thresholds'; readonly before: Thresholds; readonly after: Thresholds }
  | { readonly part: 'view'; readonly before: CaseView | null; readonly after: CaseView | null }

export interface ChangeGraph extends GraphKey {
  readonly op: 'change_graph'
  readonly hide?: string[] | undefined
  readonly show?: string[] | undefined
  readonly group?: string[] | undefined
  readonly expand?: string[] | undefined
  readonly pin?: Pin[] | undefined
  readonly unpin?: string[] | undefined
}

export type GraphCommand =
  | ChangeGraph
  | { readonly op: 'set_thresholds'; readonly thresholds: Thresholds }
  | ({ readonly op: 'save_view'; readonly name: string } & ViewContent)
  | { readonly op: 'edit_view'; readonly id: string; readonly name: string }
  | { readonly op: 'delete_view'; readonly id: string }
