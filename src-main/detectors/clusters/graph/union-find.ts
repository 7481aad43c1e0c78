/**
 * Connected components over dense integer ids: union by smaller root with path halving, on typed arrays.
 *
 * @param count number of nodes, ids 0 … count−1
 * @param from @param to edge ends, of equal length
 * @returns for every node the smallest id of its component
 */
export function components(count: number, from: Int32Array, to: Int32Array): Int32Array {
  const parent = new Int32Array(count)
  for (let i = 0; i < count; i++) parent[i] = i
  for (let e = 0; e < from.length; e++) union(parent, from[e] ?? 0, to[e] ?? 0)
  for (let i = 0; i < count; i++) parent[i] = parent[parent[i] ?? i] ?? i
  return parent
}

/** Joins two components under the smaller id; false if they are already one. Roots never exceed their children. */
export function union(parent: Int32Array, x: number, y: number): boolean {
  const a = find(parent, x)
  const b = find(parent, y)
  if (a === b) return false
  if (a < b) parent[b] = a
  else parent[a] = b
  return true
}

export function find(parent: Int32Array, start: number): number {
  let node = start
  for (;;) {
    const up = parent[node] ?? node
    if (up === node) return node
    const above = parent[up] ?? up
    parent[node] = above
    node = above
  }
}
