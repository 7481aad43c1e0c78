/** Orders text by code unit: the same on every machine, unlike a locale's order. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

export function compareBig(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Appends to the list under a key, making the list when there is none. */
export function pushTo<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}

/** The largest number of distinct keys that fall into any window of the given length; entries without a time are left out. */
export function mostInWindow(entries: readonly { readonly key: string; readonly time: number | null }[], seconds: number): number {
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
