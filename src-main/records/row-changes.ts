import type { RowChanges } from '../../src-shared/domain/row-changes.ts'
import { isEqual } from '../detectors/incremental/reuse.ts'

/** The changes for `applyRowChanges`. Rows with equal keys are the same row. Pure. */
export function rowChanges<T extends object>(
  before: readonly T[],
  after: readonly T[],
  { fields: names, keyOf }: { readonly fields: readonly (keyof T)[]; readonly keyOf: (row: T) => string },
): RowChanges<T> {
  const [keysBefore, keysAfter] = [before.map(keyOf), after.map(keyOf)]
  const [known, remaining] = [new Set(keysBefore), new Set(keysAfter)]
  const moved = new Set<string>()
  const [gone, at, rows]: [number[], number[], T[]] = [[], [], []]
  const fields = Object.fromEntries(names.map((name) => [name, null])) as { [F in keyof T]: { at: number[]; values: T[F][] } | null }
  let i = 0
  after.forEach((row, index) => {
    const key = keysAfter[index] ?? ''
    while (i < before.length && keysBefore[i] !== key && isLeaving(keysBefore[i] ?? '', keysBefore[i + 1], key)) gone.push(i++)
    const same = keysBefore[i] === key ? before[i] : undefined
    if (same === undefined) {
      at.push(index)
      rows.push(row)
      if (known.has(key)) moved.add(key)
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

  /** Whether to remove a row: it is not in the later list, was already inserted, or will be inserted later because its successor comes next. */
  function isLeaving(key: string, follower: string | undefined, wanted: string): boolean {
    return !remaining.has(key) || moved.has(key) || follower === wanted
  }
}
