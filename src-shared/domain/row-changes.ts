/** How one list of rows becomes a later one. A whole list is the change of an empty one. */
export interface RowChanges<T> {
  /** Places before, ascending, of the rows that are gone or moved. */
  readonly gone: readonly number[]
  /** New and moved rows, and their places after, ascending. */
  readonly at: readonly number[]
  readonly rows: readonly T[]
  /** Fields of the other rows that changed: places after, and values. Null for a field that changed in none. */
  readonly fields: { readonly [F in keyof T]: { readonly at: readonly number[]; readonly values: readonly T[F][] } | null }
}

/** The later list. Rows that did not change are the same objects. */
export function applyRowChanges<T extends object>(before: readonly T[], { gone, at, rows, fields }: RowChanges<T>): T[] {
  const without = new Set(gone)
  const kept = before.filter((_, i) => !without.has(i))
  const after: T[] = []
  for (let k = 0, r = 0; k < kept.length || r < rows.length;) {
    const row = at[r] === after.length ? rows[r++] : kept[k++]
    if (row === undefined) throw new RangeError('These changes belong to another list.')
    after.push(row)
  }
  const copied = new Map<number, T>()
  for (const [name, change] of Object.entries(fields) as [keyof T, RowChanges<T>['fields'][keyof T]][]) {
    change?.at.forEach((place, n) => {
      const row = copied.get(place) ?? { ...(after[place] as T) }
      row[name] = change.values[n] as T[keyof T]
      copied.set(place, row)
    })
  }
  for (const [place, row] of copied) after[place] = row
  return after
}
