import { successors, type BasicBlock, type ControlFlowGraph } from '../execution/basic-block.ts'
import { isConst, type Expr } from '../values/expression.ts'
import type { Reachability } from '../execution/reachability.ts'
import type { TokenFunction, TokenCode } from '../token/token-code.ts'

/** The paths of a transfer function on which tokens move. */
export interface TransferPaths {
  /** Whether a call that takes the edge between two blocks can still move tokens and return. */
  readonly canSucceed: (from: number, to: number | null) => boolean
  readonly isPossible: boolean
}

/** Limit on consecutive joins that are followed, as in `a && b && c`. */
const MAX_JOINS = 8

/** A call that returns without moving tokens stops a sale like one that reverts, so such paths do not count as successful. */
export function findTransferPaths(
  { layout }: TokenCode,
  { graph, writes }: TokenFunction,
  { successful, isLive, reached }: Reachability,
): TransferPaths {
  const moving = new Set(writes.flatMap(({ location, block }) => (layout.balances.has(location.id) && successful.has(block) ? [block] : [])))
  const nextOf = (id: number): number[] => successors((graph.blocks[id] as BasicBlock).terminator).filter((to) => isLive(id, to))
  const unmoved = new Set<number>()
  const pending = reached.has(0) ? [0] : []
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (unmoved.has(id)) continue
    unmoved.add(id)
    if (!moving.has(id)) pending.push(...nextOf(id))
  }
  const leading = new Set(moving)
  const leads = (from: number, to: number, depth = 0): boolean => {
    const next = depth < MAX_JOINS ? decidedNext(graph, from, to) : null
    return next === null ? leading.has(to) : leads(to, next, depth + 1)
  }
  for (let before = -1; before < leading.size;) {
    before = leading.size
    for (const id of reached) if (!leading.has(id) && nextOf(id).some((to) => leads(id, to))) leading.add(id)
  }
  return {
    canSucceed: (from, to) => to !== null && (unmoved.has(from) && !moving.has(from) ? leads(from, to) : successful.has(to)),
    isPossible: moving.size > 0,
  }
}

/**
 * The successor of `to` on a path that comes from `from`, if that is known. Compilers join the sides of `a && b` in one block and test the result
 * there again.
 */
function decidedNext({ blocks }: ControlFlowGraph, from: number, to: number): number | null {
  const { terminator } = blocks[to] as BasicBlock
  if (terminator.kind !== 'branch') return null
  const isNegated = terminator.condition.op === 'iszero'
  const tested = isNegated ? (terminator.condition.args[0] as Expr) : terminator.condition
  const value = tested.op === 'phi' && tested.data === to ? tested.alternatives.get(from) : undefined
  if (value === undefined || !isConst(value)) return null
  return (value.value === 0n) === isNegated ? terminator.taken : terminator.fallthrough
}
