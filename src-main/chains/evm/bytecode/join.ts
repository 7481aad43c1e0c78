import type { Expr, ExpressionPool } from './expression.ts'
import { loadStorage, storageWord, type Run, type State } from './state.ts'

/** Values from more predecessors than this are not listed one by one. */
const MAX_ALTERNATIVES = 24

/**
 * Merges the state that reaches a node from one more predecessor into the state that the node starts with. Where values differ, the node
 * starts with a phi. Returns whether the start state changed, so the node has to be executed again.
 */
export function joinInto(into: State, from: State, { node, earlier, predecessor }: Join, run: Run): boolean {
  let changed = false
  const merge = (current: Expr, incoming: Expr, kind: string, place: string | number): Expr => {
    if (current === incoming && (current.op !== 'phi' || current.data !== node)) return current
    const phi = mergeValues(run.pool, current, incoming, { node, earlier, predecessor }, `${run.label}:${kind} ${place}`)
    if (phi !== current) changed = true
    return phi
  }
  into.stack.forEach((value, i) => {
    into.stack[i] = merge(value, from.stack[i] as Expr, 'stack', i)
  })
  for (const [key, value] of into.memory) {
    const incoming = from.memory.get(key)
    if (incoming === undefined) {
      into.memory.delete(key)
      changed = true
    } else into.memory.set(key, merge(value, incoming, 'memory', key))
  }
  for (const [id, { key, value }] of from.storage) {
    if (!into.storage.has(id)) into.storage.set(id, { key, value: merge(storageWord(run.pool, key), value, 'storage', id) })
  }
  for (const [id, { key, value }] of into.storage) into.storage.set(id, { key, value: merge(value, loadStorage(from, run.pool, key), 'storage', id) })
  return changed
}

export interface Join {
  readonly node: number
  /** Predecessors whose states were merged before. */
  readonly earlier: Iterable<number>
  readonly predecessor: number
}

function mergeValues(pool: ExpressionPool, current: Expr, incoming: Expr, { node, earlier, predecessor }: Join, name: string): Expr {
  if (current.op === 'phi' && current.data === node && current.name === name) {
    if (incoming !== current && (current.alternatives.size < MAX_ALTERNATIVES || current.alternatives.has(predecessor)))
      current.alternatives.set(predecessor, incoming)
    else if (incoming !== current) current.alternatives.set(predecessor, pool.intern({ op: 'unknown', name: 'many' }))
    return current
  }
  if (current === incoming) return current
  const phi = pool.intern({ op: 'phi', data: node, name })
  for (const one of earlier) if (one !== predecessor) phi.alternatives.set(one, current)
  phi.alternatives.set(predecessor, incoming)
  return phi
}
