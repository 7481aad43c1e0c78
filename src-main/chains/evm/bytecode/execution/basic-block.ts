import type { Expr } from '../values/expression.ts'
import type { State } from './state.ts'

/** A storage access, external call or contract creation in a block. */
export type Effect =
  | { readonly kind: 'store'; readonly key: Expr; readonly value: Expr }
  | { readonly kind: 'load'; readonly key: Expr }
  | { readonly kind: 'call'; readonly opcode: number; readonly target: Expr; readonly args: readonly Expr[] }
  | { readonly kind: 'create' }

export type Terminator =
  | { readonly kind: 'success'; readonly returns: Expr | null }
  | { readonly kind: 'revert' }
  | { readonly kind: 'jump'; readonly targets: readonly number[] }
  | { readonly kind: 'branch'; readonly condition: Expr; readonly taken: number | null; readonly fallthrough: number | null }
  /** A jump whose target is unknown. */
  | { readonly kind: 'unresolved' }

/** A basic block in one calling context. `pc` is its offset in the code; a null target of a branch is an invalid jump, which reverts. */
export interface BasicBlock {
  readonly id: number
  readonly pc: number
  start: State
  readonly predecessors: Set<number>
  /** In the order of execution. */
  effects: readonly Effect[]
  terminator: Terminator
}

export interface ControlFlowGraph {
  readonly blocks: readonly BasicBlock[]
  /** Why the exploration is incomplete; null if it is complete. */
  readonly incomplete: string | null
  /** Budget of block visits, shared by all functions of the contract. */
  readonly visits: VisitBudget
}

/** Number of block visits that remain; counted down. */
export interface VisitBudget {
  left: number
}

export function successors(terminator: Terminator): number[] {
  if (terminator.kind === 'jump') return [...terminator.targets]
  if (terminator.kind !== 'branch') return []
  return [terminator.taken, terminator.fallthrough].filter((id) => id !== null)
}
