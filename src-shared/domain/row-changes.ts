/** The changes that turn one list of rows into a later one. A whole list is a change of the empty list. */
export interface RowChanges<T> {
  /** Indexes in the earlier list of the rows that were removed or moved, ascending. */
  readonly gone: readonly number[]
  /** New and moved rows, with their indexes in the later list, ascending. */
  readonly at: readonly number[]
  readonly rows: readonly T[]
  /** Changed fields of the other rows: indexes in the later list, and values. Null for a field that changed in no row. */
  readonly fields: { readonly [F in keyof T]: { readonly at: readonly number[]; readonly values: readonly T[F][] } | null }
}

/** The later list. Unchanged rows stay the same objects. */
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
    change?.at.forEach((index, n) => {
      const row = copied.get(index) ?? { ...(after[index] as T) }
      row[name] = change.values[n] as T[keyof T]
      copied.set(index, row)
    })
  }
  for (const [index, row] of copied) after[index] = row
  return after
}
