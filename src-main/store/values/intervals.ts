import type { BlockRange } from '../interface.ts'

/**
 * Arithmetic on sets of blocks, as lists of closed ranges. A set is in normal form when its ranges ascend and no two
 * overlap or touch. Every function takes any list and returns the normal form.
 */

/** All blocks in either list. */
export function union(a: readonly BlockRange[], b: readonly BlockRange[]): BlockRange[] {
  const sorted = [...a, ...b].filter((range) => range.from <= range.to).sort((x, y) => x.from - y.from)
  const out: { from: number; to: number }[] = []
  for (const range of sorted) {
    const last = out.at(-1)
    if (last !== undefined && range.from <= last.to + 1) last.to = Math.max(last.to, range.to)
    else out.push({ from: range.from, to: range.to })
  }
  return out
}

/** Blocks of `a` that are not in `b`. */
export function difference(a: readonly BlockRange[], b: readonly BlockRange[]): BlockRange[] {
  const holes = union(b, [])
  const out: BlockRange[] = []
  for (const range of union(a, [])) {
    let from = range.from
    for (const hole of holes) {
      if (hole.to < from) continue
      if (hole.from > range.to) break
      if (hole.from > from) out.push({ from, to: hole.from - 1 })
      from = hole.to + 1
    }
    if (from <= range.to) out.push({ from, to: range.to })
  }
  return out
}

/** Blocks in both lists. */
export const intersection = (a: readonly BlockRange[], b: readonly BlockRange[]): BlockRange[] => difference(a, difference(a, b))

/** Number of blocks in the set. */
export function size(ranges: readonly BlockRange[]): number {
  return union(ranges, []).reduce((sum, range) => sum + range.to - range.from + 1, 0)
}
