/** Keeps the identity of unchanged results, so that stages computed from them are not recomputed. */

/** `before` if it has the same members as `now`. */
export function reuseSet<T>(before: ReadonlySet<T> | undefined, now: ReadonlySet<T>): ReadonlySet<T> {
  if (before?.size !== now.size) return now
  for (const member of now) if (!before.has(member)) return now
  return before
}

/** `before` if its rows have the same content as `now`, in the same order. Rows are plain values and lists of them. */
export function reuseRows<T extends object>(before: readonly T[] | undefined, now: readonly T[]): readonly T[] {
  if (before?.length !== now.length) return now
  return now.every((row, i) => isEqual(row, before[i])) ? before : now
}

/** Whether two plain values, or lists and objects of them, have the same content. */
export function isEqual(x: unknown, y: unknown): boolean {
  if (Object.is(x, y)) return true
  if (typeof x !== 'object' || typeof y !== 'object' || x === null || y === null) return false
  if (Array.isArray(x)) return Array.isArray(y) && x.length === y.length && x.every((value, i) => isEqual(value, y[i]))
  const entries = Object.entries(x)
  return entries.length === Object.keys(y).length && entries.every(([key, value]) => isEqual(value, (y as Record<string, unknown>)[key]))
}

/** Caches a function of an address. */
export function memoizeByAddress<T>(compute: (address: string) => T): (address: string) => T {
  const results = new Map<string, T>()
  return (address) => {
    const known = results.get(address)
    if (known !== undefined) return known
    const result = compute(address)
    results.set(address, result)
    return result
  }
}

/** Appends without spreading, since a call cannot take a million arguments. */
export function append<T>(list: T[], rows: readonly T[]): void {
  for (const row of rows) list.push(row)
}
