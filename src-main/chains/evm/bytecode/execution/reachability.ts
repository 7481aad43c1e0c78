import { evaluator, NOTHING_ASSUMED, type Assumption } from '../values/evaluate.ts'
import type { Expr } from '../values/expression.ts'
import { successors, type Flow, type Node } from './basic-block.ts'

/** The part of a flow that a call can pass through under an assumption. */
export interface Reach {
  /** Nodes that lie on a path from the start to a successful end. */
  readonly effective: ReadonlySet<number>
  readonly reached: ReadonlySet<number>
  readonly isLive: (from: number, to: number) => boolean
  readonly valueOf: (expr: Expr) => bigint | null
}

const MAX_NODES = 65_536
/** Rounds of propagation; each adds edges, and later rounds only refine values of loops. */
const MAX_ROUNDS = 24
const NONE: ReadonlySet<number> = new Set()

/** Propagates what is known along the edges (sparse conditional constant propagation). Paths through `avoided` nodes are left out. */
export function reach(flow: Flow, assume: Assumption = NOTHING_ASSUMED, avoided: ReadonlySet<number> = NONE): Reach {
  const live = new Set<number>()
  const isLive = (from: number, to: number): boolean => from < 0 || live.has(from * MAX_NODES + to)
  let valueOf = evaluator(assume, isLive)
  let reached = new Set<number>()
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = live.size
    valueOf = evaluator(assume, isLive)
    reached = new Set()
    const pending = flow.nodes.length > 0 && !avoided.has(0) ? [0] : []
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      if (reached.has(id)) continue
      reached.add(id)
      const node = flow.nodes[id] as Node
      for (const next of decided(node, valueOf)) {
        if (avoided.has(next)) continue
        live.add(id * MAX_NODES + next)
        pending.push(next)
      }
    }
    flow.work.left -= reached.size
    if (live.size === before && round > 0) break
  }
  return { effective: backwards(flow, reached, isLive), reached, isLive, valueOf }
}

function decided({ end }: Node, valueOf: (expr: Expr) => bigint | null): number[] {
  if (end.kind !== 'branch') return successors(end)
  const value = valueOf(end.condition)
  if (value === null) return successors(end)
  const target = value === 0n ? end.fallen : end.taken
  return target === null ? [] : [target]
}

function backwards(flow: Flow, reached: ReadonlySet<number>, isLive: (from: number, to: number) => boolean): Set<number> {
  const found = new Set<number>()
  // A jump that could not be followed may end well.
  const pending = [...reached].filter((id) => ['success', 'lost'].includes((flow.nodes[id] as Node).end.kind))
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (found.has(id)) continue
    found.add(id)
    for (const from of (flow.nodes[id] as Node).predecessors) if (from >= 0 && reached.has(from) && isLive(from, id)) pending.push(from)
  }
  return found
}
