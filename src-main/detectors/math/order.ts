import { compareBig, compareText } from '../../../src-shared/domain/compare.ts'

interface Holding {
  readonly address: string
  readonly raw: bigint
}

/** Largest first, ties by address. */
export function compareHoldings(x: Holding, y: Holding): number {
  return compareBig(y.raw, x.raw) || compareText(x.address, y.address)
}

/** Appends to the list under a key, creating it if missing. @returns the list */
export function pushTo<K, V>(map: Map<K, V[]>, key: K, value: V): readonly V[] {
  const list = map.get(key)
  if (list !== undefined) {
    list.push(value)
    return list
  }
  const begun = [value]
  map.set(key, begun)
  return begun
}

/** Index of the first row that is not before a place; the number of rows if there is none. Rows before the place come first. */
export function partitionPoint<T>(rows: ArrayLike<T>, isBefore: (row: T) => boolean): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(rows[middle] as T)) low = middle + 1
    else high = middle
  }
  return low
}

/** Adds to the set under a key, creating it if missing. */
export function addTo<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const set = map.get(key)
  if (set === undefined) map.set(key, new Set([value]))
  else set.add(value)
}

/** Index of the first number at or above `value`; `numbers` ascending. */
export const lowerBound = (numbers: ArrayLike<number>, value: number): number => partitionPoint(numbers, (number) => number < value)

interface Placed {
  readonly position: { readonly block: number }
}

/** Index of the first row at or after a block; the number of rows if there is none. `rows` in chain order. */
export const indexOfBlock = (rows: readonly Placed[], block: number): number => partitionPoint(rows, ({ position }) => position.block < block)

/** Rows of the blocks `first` to `last`, both included. `rows` in chain order. */
export function sliceBlocks<T extends Placed>(rows: readonly T[], first: number, last: number): readonly T[] {
  return rows.slice(indexOfBlock(rows, first), indexOfBlock(rows, last + 1))
}

/** The largest number of distinct keys in any window of the given length. Entries without a time are left out. */
export function maxDistinctInWindow(entries: readonly { readonly key: string; readonly time: number | null }[], seconds: number): number {
  const timed: { key: string; time: number }[] = []
  for (const { key, time } of entries) if (time !== null) timed.push({ key, time })
  timed.sort((x, y) => x.time - y.time || compareText(x.key, y.key))
  const inside = new Map<string, number>()
  let most = 0
  let start = 0
  for (const entry of timed) {
    inside.set(entry.key, (inside.get(entry.key) ?? 0) + 1)
    for (let first = timed[start]; first !== undefined && entry.time - first.time > seconds; first = timed[++start]) {
      const left = (inside.get(first.key) ?? 1) - 1
      if (left === 0) inside.delete(first.key)
      else inside.set(first.key, left)
    }
    most = Math.max(most, inside.size)
  }
  return most
}
