import type { Expr } from '../values/expression.ts'
import type { State } from './state.ts'

/** Something that a node does to the contract or reads from it, in the order of the code. */
export type Effect =
  | { readonly kind: 'store'; readonly key: Expr; readonly value: Expr }
  | { readonly kind: 'load'; readonly key: Expr }
  | { readonly kind: 'call'; readonly opcode: number; readonly target: Expr; readonly args: readonly Expr[] }
  | { readonly kind: 'create' }

export type End =
  | { readonly kind: 'success'; readonly returns: Expr | null }
  | { readonly kind: 'revert' }
  | { readonly kind: 'jump'; readonly targets: readonly number[] }
  | { readonly kind: 'branch'; readonly condition: Expr; readonly taken: number | null; readonly fallen: number | null }
  /** A jump to a place that is not known. */
  | { readonly kind: 'lost' }

/** A basic block in one calling context. A null target of a branch is never taken. */
export interface Node {
  readonly id: number
  readonly pc: number
  start: State
  readonly predecessors: Set<number>
  effects: readonly Effect[]
  end: End
}

export interface Flow {
  readonly nodes: readonly Node[]
  /** Why the exploration is not complete; null if it is. */
  readonly incomplete: string | null
  /** Nodes that questions about this and the contract's other flows may still visit. */
  readonly work: Work
}

/** A budget that is counted down. */
export interface Work {
  left: number
}

export function successors(end: End): number[] {
  if (end.kind === 'jump') return [...end.targets]
  if (end.kind !== 'branch') return []
  return [end.taken, end.fallen].filter((id) => id !== null)
}
