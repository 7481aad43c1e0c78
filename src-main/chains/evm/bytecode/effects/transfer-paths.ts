import { successors, type BasicBlock } from '../execution/basic-block.ts'
import type { Reachability } from '../execution/reachability.ts'
import type { TokenFunction, TokenCode } from '../token/token-code.ts'

/** The paths of a transfer function on which tokens move. */
export interface TransferPaths {
  /** Whether a call that takes the edge between two blocks can still move tokens and return. */
  readonly canSucceed: (from: number, to: number | null) => boolean
  readonly isPossible: boolean
}

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
  const leading = new Set<number>()
  const back = [...moving]
  for (let id = back.pop(); id !== undefined; id = back.pop()) {
    if (leading.has(id)) continue
    leading.add(id)
    for (const from of (graph.blocks[id] as BasicBlock).predecessors) if (from >= 0 && isLive(from, id)) back.push(from)
  }
  return {
    canSucceed: (from, to) => to !== null && (unmoved.has(from) && !moving.has(from) ? leading.has(to) : successful.has(to)),
    isPossible: moving.size > 0,
  }
}
