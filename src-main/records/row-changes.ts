import type { RowChanges } from '../../src-shared/domain/row-changes.ts'
import { isEqual } from '../detectors/incremental/reuse.ts'

/** What a list's rows are made of. Rows whose `key` fields are equal are the same row. */
export interface RowForm<T> {
  readonly key: readonly (keyof T)[]
  readonly fields: readonly (keyof T)[]
}

/** The changes for `applyRowChanges`. Pure. */
export function rowChanges<T extends object>(before: readonly T[], after: readonly T[], { key, fields: names }: RowForm<T>): RowChanges<T> {
  const keyOf = (row: T): string => key.map((name) => String(row[name])).join(' ')
  const isSame = (x: T | undefined, y: T | undefined): boolean => x !== undefined && y !== undefined && key.every((name) => x[name] === y[name])
  const inserted = new Set<string>()
  let remaining: ReadonlySet<string> | null = null
  const [gone, at, rows]: [number[], number[], T[]] = [[], [], []]
  const fields = Object.fromEntries(names.map((name) => [name, null])) as { [F in keyof T]: { at: number[]; values: T[F][] } | null }
  let i = 0
  after.forEach((row, index) => {
    while (i < before.length && !isSame(before[i], row) && isLeaving(i, index)) gone.push(i++)
    const same = before[i]
    if (same === undefined || !isSame(same, row)) {
      at.push(index)
      rows.push(row)
      inserted.add(keyOf(row))
      return
    }
    i++
    for (const name of names) {
      if (isEqual(same[name], row[name])) continue
      const change = (fields[name] ??= { at: [], values: [] })
      change.at.push(index)
      change.values.push(row[name])
    }
  })
  for (; i < before.length; i++) gone.push(i)
  return { gone, at, rows, fields }

  /** Whether to remove the earlier row `i`: its successor comes next, it was already inserted, or it is not in the later list. */
  function isLeaving(i: number, index: number): boolean {
    if (isSame(before[i + 1], after[index])) return true
    // One row was inserted here. Most differences are of this kind, so the keys of all rows are rarely needed.
    if (isSame(before[i], after[index + 1])) return false
    const leaving = keyOf(before[i] as T)
    remaining ??= new Set(after.map(keyOf))
    return inserted.has(leaving) || !remaining.has(leaving)
  }
}
