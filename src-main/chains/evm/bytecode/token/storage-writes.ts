import type { CodeFunction, Contract } from '../execution/contract.ts'
import type { Expr } from '../values/expression.ts'
import type { StorageLocation } from '../values/storage-location.ts'

/** An SSTORE of a function and the basic block that executes it. */
export interface StorageWrite {
  readonly block: number
  readonly location: StorageLocation
  readonly key: Expr
  readonly value: Expr
}

export function findWrites({ locationOf: location }: Contract, { graph }: CodeFunction): StorageWrite[] {
  return graph.blocks.flatMap(({ id, effects }) =>
    effects.flatMap((effect): StorageWrite[] => {
      const at = effect.kind === 'store' ? location(effect.key) : null
      return effect.kind === 'store' && at !== null ? [{ block: id, location: at, key: effect.key, value: effect.value }] : []
    }),
  )
}

/** How a write changes a number. `set` writes a number that does not depend on the old one. */
export type Change = 'raise' | 'lower' | 'set' | 'clear' | 'keep'

const MAX_DEPTH = 24
/** Largest number of operands of a sum that are searched. */
const MAX_SUM = 200
const SIGN = 1n << 255n

/** Classifies how the new value of a storage word can differ from its old value, over all paths. */
export function classifyChanges({ key, value }: Pick<StorageWrite, 'key' | 'value'>): ReadonlySet<Change> {
  const changes = new Set<Change>()
  collect(value, key, changes, new Set())
  return changes
}

function collect(value: Expr, key: Expr, into: Set<Change>, seen: Set<Expr>): void {
  if (seen.has(value) || seen.size > MAX_DEPTH) return
  seen.add(value)
  if (isOld(value, key)) {
    into.add('keep')
    return
  }
  switch (value.op) {
    case 'phi':
      for (const one of value.alternatives.values()) collect(one, key, into, seen)
      return
    case 'low':
      collect(value.args[0] as Expr, key, into, seen)
      return
    case 'or':
      // The number shares its word with others: the old word is masked and the new number inserted.
      into.add(packedChange(value, key, seen))
      return
    case 'const':
      into.add(value.value === 0n ? 'clear' : 'set')
      return
    case 'add': {
      const [a, b] = value.args as [Expr, Expr]
      const rest = containsOld(a, key) ? b : containsOld(b, key) ? a : null
      const isNegative = rest?.op === 'const' && rest.value >= SIGN
      into.add(rest === null ? 'set' : isNegative ? 'lower' : 'raise')
      return
    }
    case 'sub':
      into.add(containsOld(value.args[0] as Expr, key) ? 'lower' : 'set')
      return
    default:
      into.add('set')
  }
}

const isOld = (expr: Expr, key: Expr): boolean => expr.op === 'field' && expr.args[0] === key

/** Whether a sum contains the old value on every path. */
function containsOld(expr: Expr, key: Expr, known = new Map<Expr, boolean>()): boolean {
  if (isOld(expr, key)) return true
  const found = known.get(expr)
  if (found !== undefined) return found
  if (known.size > MAX_SUM) return false
  // A sum that is accumulated in a loop contains its initial value.
  known.set(expr, expr.op === 'phi')
  const contains = findOld(expr, (part) => containsOld(part, key, known))
  known.set(expr, contains)
  return contains
}

function findOld(expr: Expr, contains: (part: Expr) => boolean): boolean {
  if (expr.op === 'add') return expr.args.some(contains)
  if (expr.op === 'sub' || expr.op === 'low') return contains(expr.args[0] as Expr)
  if (expr.op !== 'phi') return false
  const others = [...expr.alternatives.values()].filter((one) => one !== expr)
  return others.length > 0 && others.every(contains)
}

function packedChange(value: Expr, key: Expr, seen: Set<Expr>): Change {
  const pending = [...value.args]
  const changes = new Set<Change>()
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part.op === 'or') pending.push(...part.args)
    else if (part.op === 'and' && part.args.some((arg) => isOld(arg, key))) continue
    else if (part.op === 'shl' || part.op === 'low') collect(part.args[0] as Expr, key, changes, seen)
    else collect(part, key, changes, seen)
  }
  return changes.size === 1 ? ([...changes][0] as Change) : 'set'
}
