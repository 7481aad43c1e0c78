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

  const { parent, tree, bridges } = explain(
    addresses.length,
    from,
    to,
    Float64Array.from(edges, ({ p }) => p),
  )

  const parts = new Map<number, { nodes: string[]; tree: TreeEdge[] }>()
  addresses.forEach((address, i) => {
    const root = rootOf(parent, i)
    const part = parts.get(root)
    if (part === undefined) parts.set(root, { nodes: [address], tree: [] })
    else part.nodes.push(address)
  })
  for (const e of tree) {
    const edge = edges[e]
    if (edge !== undefined) parts.get(rootOf(parent, from[e] ?? 0))?.tree.push({ edge, bridge: bridges.has(e) })
  }
  return [...parts.values()]
}

export interface Explained {
  /** Of every node one of its component, and so on up to the one that is its own. */
  readonly parent: Int32Array
  /** Edges of the spanning trees, strongest first. */
  readonly tree: readonly number[]
  readonly bridges: ReadonlySet<number>
}

/**
 * Components, their spanning trees of strongest edges and their bridges, over node ids.
 *
 * @param count number of nodes, ids 0 … count−1
 * @param from @param to edge ends @param weights 0 to 1, to six decimals; all of equal length
 */
export function explain(count: number, from: Int32Array, to: Int32Array, weights: Float64Array): Explained {
  const parent = new Int32Array(count)
  for (let i = 0; i < count; i++) parent[i] = i
  const tree: number[] = []
  for (const e of strongestFirst(weights)) if (union(parent, from[e] ?? 0, to[e] ?? 0)) tree.push(e)
  return { parent, tree, bridges: findBridges(count, from, to) }
}

const MILLION = 1_000_000
const DIGIT_BITS = 10
const DIGITS = 2 ** DIGIT_BITS

/** Numbers of edges, strongest first, equal ones in order: a radix sort over millionths, which are two digits. */
function strongestFirst(weights: Float64Array): Int32Array {
  let order = new Int32Array(weights.length)
  for (let e = 0; e < order.length; e++) order[e] = e
  for (const shift of [0, DIGIT_BITS]) {
    const digit = (e: number): number => ((MILLION - Math.round((weights[e] ?? 0) * MILLION)) >> shift) & (DIGITS - 1)
    const place = new Int32Array(DIGITS + 1)
    for (let e = 0; e < order.length; e++) place[digit(e) + 1] = (place[digit(e) + 1] ?? 0) + 1
    for (let d = 0; d < DIGITS; d++) place[d + 1] = (place[d + 1] ?? 0) + (place[d] ?? 0)
    const next = new Int32Array(order.length)
    for (let i = 0; i < order.length; i++) {
      const e = order[i] ?? 0
      const at = place[digit(e)] ?? 0
      next[at] = e
      place[digit(e)] = at + 1
    }
    order = next
  }
  return order
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
