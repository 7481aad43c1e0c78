import { successors, type Node } from '../execution/basic-block.ts'
import type { Reach } from '../execution/reachability.ts'
import type { CalledFunction, Subject } from '../token/token-code.ts'

/** Where a call of a transfer function still can end with tokens moved. */
export interface Moves {
  /** Whether a call that goes from one node to the next can still move tokens and end well. */
  readonly canEndWell: (from: number, to: number | null) => boolean
  readonly isPossible: boolean
}

/** A call that returns without a word and without moving tokens stops a sale as a failing call does. */
export function movesOf({ layout }: Subject, { flow, writes }: CalledFunction, { effective, isLive, reached }: Reach): Moves {
  const moving = new Set(writes.flatMap(({ place, node }) => (layout.balances.has(place.id) && effective.has(node) ? [node] : [])))
  const nextOf = (id: number): number[] => successors((flow.nodes[id] as Node).end).filter((to) => isLive(id, to))
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
    for (const from of (flow.nodes[id] as Node).predecessors) if (from >= 0 && isLive(from, id)) back.push(from)
  }
  return {
    canEndWell: (from, to) => to !== null && (unmoved.has(from) && !moving.has(from) ? leading.has(to) : effective.has(to)),
    isPossible: moving.size > 0,
  }
}
