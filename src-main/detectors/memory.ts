/**
 * What stages of a count gave, kept for the next count of the same token. A stage is a pure function of what it names: when
 * all of that is the very same as last time, so is its result. Whoever changes a named thing must make a new one.
 */
export interface Memory {
  /** The result of last time when every one of `from` is the same as then, else that of `compute`, which is given the last one. */
  keep<T>(stage: string, from: readonly unknown[], compute: (before: T | undefined) => T): T
  /**
   * How many rows at the beginning of the facts' `transfers` and `trades` are those of the facts counted last, all others
   * being of later blocks; null when nothing was counted before.
   */
  readonly known: KnownRows | null
}

export interface KnownRows {
  readonly transfers: number
  readonly trades: number
}

/** A memory of nothing yet. Whoever gathers facts for it says before each count how many rows of them it knows. */
export function createMemory(): Memory & { known: KnownRows | null } {
  const kept = new Map<string, { readonly from: readonly unknown[]; readonly result: unknown }>()
  return {
    known: null,
    keep<T>(stage: string, from: readonly unknown[], compute: (before: T | undefined) => T): T {
      const last = kept.get(stage)
      if (last?.from.length === from.length && from.every((one, i) => Object.is(one, last.from[i]))) return last.result as T
      const result = compute(last?.result as T | undefined)
      kept.set(stage, { from, result })
      return result
    },
  }
}

/** `before` where it has the same members as `now`: what was made from it stands. */
export function steadySet<T>(before: ReadonlySet<T> | undefined, now: ReadonlySet<T>): ReadonlySet<T> {
  if (before?.size !== now.size) return now
  for (const member of now) if (!before.has(member)) return now
  return before
}

/** `before` where it has the same entries as `now`. */
export function steadyMap<K, V>(before: ReadonlyMap<K, V> | undefined, now: ReadonlyMap<K, V>): ReadonlyMap<K, V> {
  if (before?.size !== now.size) return now
  for (const [key, value] of now) if (before.get(key) !== value) return now
  return before
}

/** `before` where it has rows of the same content as `now`, in the same order. Rows are plain values and lists of them. */
export function steadyRows<T extends object>(before: readonly T[] | undefined, now: readonly T[]): readonly T[] {
  if (before?.length !== now.length) return now
  return now.every((row, i) => isSame(row, before[i])) ? before : now
}

function isSame(x: unknown, y: unknown): boolean {
  if (Object.is(x, y)) return true
  if (typeof x !== 'object' || typeof y !== 'object' || x === null || y === null) return false
  const entries = Object.entries(x)
  return entries.length === Object.keys(y).length && entries.every(([key, value]) => isSame(value, (y as Record<string, unknown>)[key]))
}
