import type { CaseRecord } from '../../contract/records/cases.ts'
import type { CaseChange, CaseCommand } from './case.ts'

/** What an investigator changed in the graph of a token, and the saved views of it (docs/cases.md#graph-and-views). */

/** Nodes are in ascending order. */
export type CaseGraph = CaseRecord['graphs'][number]
export type GraphKey = Pick<CaseGraph, 'network' | 'token_address'>
export type GraphState = Omit<CaseGraph, keyof GraphKey>
/** A node pinned to a position, in graph units. */
export type Pin = CaseGraph['pinned'][number]

export type CaseView = CaseRecord['views'][number]
export type ViewContent = Omit<CaseView, 'id' | 'name' | 'saved_at'>
export type Camera = NonNullable<CaseView['camera']>
/** Rule thresholds on trial, by rule key. */
export type Thresholds = Readonly<CaseView['thresholds']>

/** Each node of a set was in it before, or is in it after. Pins are those that changed. */
export type GraphChange = Extract<CaseChange, { part: 'graph_set' | 'pins' | 'thresholds' | 'view' }>
/** Sets of nodes whose members are changed together. */
export type GraphSet = Extract<GraphChange, { part: 'graph_set' }>['set']

export type GraphCommand = Extract<CaseCommand, { op: 'change_graph' | 'set_thresholds' | 'save_view' | 'edit_view' | 'delete_view' }>
export type ChangeGraph = Extract<GraphCommand, { op: 'change_graph' }>
