import { createEvaluator, NO_ASSUMPTION, type Assumption } from '../values/evaluate.ts'
import type { Expr } from '../values/expression.ts'
import { successors, type ControlFlowGraph, type BasicBlock } from './basic-block.ts'

/** The blocks that a call can reach under an assumption. */
export interface Reachability {
  /** Blocks on a path from the entry to a successful halt. */
  readonly successful: ReadonlySet<number>
  readonly reached: ReadonlySet<number>
  /** Whether an edge between two blocks can be taken. */
  readonly isLive: (from: number, to: number) => boolean
  readonly valueOf: (expr: Expr) => bigint | null
}

const MAX_BLOCKS = 65_536
/** Limit on the rounds of propagation. Each round adds live edges; later rounds only refine values in loops. */
const MAX_ROUNDS = 24
const NONE: ReadonlySet<number> = new Set()

/** Propagates known values along the live edges (sparse conditional constant propagation). Paths through `avoided` blocks are left out. */
export function computeReachability(graph: ControlFlowGraph, assume: Assumption = NO_ASSUMPTION, avoided: ReadonlySet<number> = NONE): Reachability {
  const live = new Set<number>()
  const isLive = (from: number, to: number): boolean => from < 0 || live.has(from * MAX_BLOCKS + to)
  let valueOf = createEvaluator(assume, isLive)
  let reached = new Set<number>()
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = live.size
    valueOf = createEvaluator(assume, isLive)
    reached = new Set()
    const pending = graph.blocks.length > 0 && !avoided.has(0) ? [0] : []
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      if (reached.has(id)) continue
      reached.add(id)
      const block = graph.blocks[id] as BasicBlock
      for (const next of decided(block, valueOf)) {
        if (avoided.has(next)) continue
        live.add(id * MAX_BLOCKS + next)
        pending.push(next)
      }
    }
    graph.visits.left -= reached.size
    if (live.size === before && round > 0) break
  }
  return { successful: backwards(graph, reached, isLive), reached, isLive, valueOf }
}

function decided({ terminator }: BasicBlock, valueOf: (expr: Expr) => bigint | null): number[] {
  if (terminator.kind !== 'branch') return successors(terminator)
  const value = valueOf(terminator.condition)
  if (value === null) return successors(terminator)
  const target = value === 0n ? terminator.fallthrough : terminator.taken
  return target === null ? [] : [target]
}

function backwards(graph: ControlFlowGraph, reached: ReadonlySet<number>, isLive: (from: number, to: number) => boolean): Set<number> {
  const found = new Set<number>()
  // An unresolved jump may lead to a successful halt.
  const pending = [...reached].filter((id) => ['success', 'unresolved'].includes((graph.blocks[id] as BasicBlock).terminator.kind))
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (found.has(id)) continue
    found.add(id)
    for (const from of (graph.blocks[id] as BasicBlock).predecessors) if (from >= 0 && reached.has(from) && isLive(from, id)) pending.push(from)
  }
  return found
}
