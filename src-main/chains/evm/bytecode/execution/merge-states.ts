import type { Expr, ExpressionPool } from '../values/expression.ts'
import { loadStorage, ownMemory, ownStorage, type Run, type State } from './state.ts'

/** Limit on the alternatives of a phi. Alternatives beyond it are merged into one unknown value. */
const MAX_ALTERNATIVES = 24

/**
 * Merges the state of one more predecessor into the start state of a block. Where values differ, the block starts with a phi. Returns whether the
 * start state changed, so the block has to be executed again.
 */
export function mergeInto(into: State, from: State, { block, earlier, predecessor }: MergePoint, run: Run): boolean {
  let changed = false
  const merge = (current: Expr, incoming: Expr, kind: string, location: string | number): Expr => {
    if (current === incoming && (current.op !== 'phi' || current.data !== block)) return current
    const phi = mergeValues(run.pool, current, incoming, { block, earlier, predecessor }, `${run.label}:${kind} ${location}`)
    if (phi !== current) changed = true
    return phi
  }
  into.stack.forEach((value, i) => {
    into.stack[i] = merge(value, from.stack[i] as Expr, 'stack', i)
  })
  if (into.memory !== from.memory) {
    for (const [key, value] of into.memory) {
      const incoming = from.memory.get(key)
      const merged = incoming === undefined ? undefined : merge(value, incoming, 'memory', key)
      if (merged === value) continue
      if (merged !== undefined) ownMemory(into).set(key, merged)
      else changed = ownMemory(into).delete(key)
    }
  }
  if (into.storage !== from.storage) {
    for (const [id, { key }] of new Map([...from.storage, ...into.storage])) {
      const current = loadStorage(into, run.pool, key)
      const merged = merge(current, loadStorage(from, run.pool, key), 'storage', id)
      if (merged !== into.storage.get(id)?.value) ownStorage(into).set(id, { key, value: merged })
    }
  }
  return changed
}

interface MergePoint {
  readonly block: number
  /** Predecessors whose states were merged before. */
  readonly earlier: Iterable<number>
  readonly predecessor: number
}

function mergeValues(pool: ExpressionPool, current: Expr, incoming: Expr, { block, earlier, predecessor }: MergePoint, name: string): Expr {
  const isOwn = current.op === 'phi' && current.data === block && current.name === name
  if (!isOwn && current === incoming) return current
  const phi = isOwn ? current : pool.intern({ op: 'phi', data: block, name })
  if (!isOwn) for (const one of earlier) if (one !== predecessor) phi.alternatives.set(one, current)
  if (incoming !== phi) {
    const isListed = phi.alternatives.size < MAX_ALTERNATIVES || phi.alternatives.has(predecessor)
    phi.alternatives.set(isListed ? predecessor : MANY, isListed ? incoming : pool.intern({ op: 'unknown', name: 'many' }))
  }
  // Alternatives that differed while one of them was stale may be equal now. Each phi is resolved at most once, which guarantees termination.
  if (!isOwn || phi.alternatives.has(RESOLVED) || phi.alternatives.size < 2) return phi
  for (const one of phi.alternatives.values()) if (one !== incoming) return phi
  phi.alternatives.set(RESOLVED, phi)
  return incoming
}

/** Keys in `alternatives` that are not block ids: the value of all alternatives beyond the limit, and the marker of a resolved phi. */
const MANY = -2
const RESOLVED = -3
