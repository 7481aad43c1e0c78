/** Reduces the items, in their order, to the fewest for which the test still holds. Leaves out halves first, then single items. */
export async function reduce<T>(items: readonly T[], holds: (items: readonly T[]) => Promise<boolean>): Promise<readonly T[]> {
  let left = items
  for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < left.length && left.length > 1;) {
      const without = [...left.slice(0, from), ...left.slice(from + size)]
      if (without.length > 0 && (await holds(without))) left = without
      else from += size
    }
  }
  return left
}
