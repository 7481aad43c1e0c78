import { compareText } from '../order.ts'
import type { Edge } from './combine.ts'
import { union } from './union-find.ts'

/** An accepted edge between node ids, with whether its removal splits what it joins. */
export interface TreeEdge {
  readonly edge: Edge
  readonly bridge: boolean
}

export interface Component {
  /** Addresses in order. */
  readonly nodes: readonly string[]
  /** Spanning tree of strongest edges, strongest first. */
  readonly tree: readonly TreeEdge[]
}

/** Components of the accepted edges, each with its spanning tree of strongest edges (Kruskal) and its bridges marked. */
export function group(edges: readonly Edge[]): Component[] {
  const addresses = [...new Set(edges.flatMap(({ a, b }) => [a, b]))].sort(compareText)
  const ids = new Map(addresses.map((address, id) => [address, id]))
  const id = (address: string): number => ids.get(address) ?? 0
  const from = Int32Array.from(edges, ({ a }) => id(a))
  const to = Int32Array.from(edges, ({ b }) => id(b))

  const parent = Int32Array.from(addresses, (_, i) => i)
  const order = edges.map((_, e) => e).sort((x, y) => (edges[y]?.p ?? 0) - (edges[x]?.p ?? 0) || x - y)
  const inTree = order.filter((e) => union(parent, from[e] ?? 0, to[e] ?? 0))
  const bridges = findBridges(addresses.length, from, to)

  const parts = new Map<number, { nodes: string[]; tree: TreeEdge[] }>()
  addresses.forEach((address, i) => {
    const root = rootOf(parent, i)
    const part = parts.get(root)
    if (part === undefined) parts.set(root, { nodes: [address], tree: [] })
    else part.nodes.push(address)
  })
  for (const e of inTree) {
    const edge = edges[e]
    if (edge !== undefined) parts.get(rootOf(parent, from[e] ?? 0))?.tree.push({ edge, bridge: bridges.has(e) })
  }
  return [...parts.values()]
}

function rootOf(parent: Int32Array, start: number): number {
  let node = start
  while ((parent[node] ?? node) !== node) node = parent[node] ?? node
  return node
}

/** Edges on no cycle (Tarjan's low points), without recursion: a chain of wallets may be long. */
export function findBridges(count: number, from: Int32Array, to: Int32Array): Set<number> {
  const { start, slots } = adjacency(count, from, to)
  const seen = new Int32Array(count).fill(-1)
  const low = new Int32Array(count)
  const next = Int32Array.from(start.subarray(0, count))
  const cameBy = new Int32Array(count).fill(-1)
  const bridges = new Set<number>()
  let clock = 0
  for (let root = 0; root < count; root++) {
    if (seen[root] !== -1) continue
    const stack = [root]
    seen[root] = low[root] = clock++
    while (stack.length > 0) {
      const node = stack[stack.length - 1] ?? 0
      const slot = next[node] ?? 0
      if (slot < (start[node + 1] ?? 0)) {
        next[node] = slot + 1
        const edge = slots[slot] ?? 0
        if (edge === cameBy[node]) continue
        const other = from[edge] === node ? (to[edge] ?? 0) : (from[edge] ?? 0)
        if (seen[other] === -1) {
          seen[other] = low[other] = clock++
          cameBy[other] = edge
          stack.push(other)
        } else low[node] = Math.min(low[node] ?? 0, seen[other] ?? 0)
        continue
      }
      stack.pop()
      const above = stack[stack.length - 1]
      if (above === undefined) continue
      low[above] = Math.min(low[above] ?? 0, low[node] ?? 0)
      if ((low[node] ?? 0) > (seen[above] ?? 0)) bridges.add(cameBy[node] ?? 0)
    }
  }
  return bridges
}

/** For every node the numbers of its edges: `slots[start[n] … start[n+1])`. */
function adjacency(count: number, from: Int32Array, to: Int32Array): { start: Int32Array; slots: Int32Array } {
  const start = new Int32Array(count + 1)
  const tally = (node: number): void => {
    start[node + 1] = (start[node + 1] ?? 0) + 1
  }
  for (let e = 0; e < from.length; e++) {
    tally(from[e] ?? 0)
    tally(to[e] ?? 0)
  }
  for (let n = 0; n < count; n++) start[n + 1] = (start[n + 1] ?? 0) + (start[n] ?? 0)
  const fill = Int32Array.from(start.subarray(0, count))
  const slots = new Int32Array(from.length * 2)
  const put = (node: number, edge: number): void => {
    const at = fill[node] ?? 0
    slots[at] = edge
    fill[node] = at + 1
  }
  for (let e = 0; e < from.length; e++) {
    put(from[e] ?? 0, e)
    put(to[e] ?? 0, e)
  }
  return { start, slots }
}
