import { compareText } from '../../../../src-shared/domain/compare.ts'
import type { Edge } from '../combine.ts'
import { spanComponents } from './spanning.ts'

/** An accepted edge. `bridge` is whether its removal splits the component. */
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
export function groupComponents(edges: readonly Edge[]): Component[] {
  const addresses = [...new Set(edges.flatMap(({ a, b }) => [a, b]))].sort(compareText)
  const ids = new Map(addresses.map((address, id) => [address, id]))
  const id = (address: string): number => ids.get(address) ?? 0
  const from = Int32Array.from(edges, ({ a }) => id(a))
  const to = Int32Array.from(edges, ({ b }) => id(b))

  const { parent, tree, bridges } = spanComponents(
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
  tree.forEach((e, i) => {
    const edge = edges[e]
    if (edge !== undefined) parts.get(rootOf(parent, from[e] ?? 0))?.tree.push({ edge, bridge: bridges[i] === 1 })
  })
  return [...parts.values()]
}

function rootOf(parent: Int32Array, start: number): number {
  let node = start
  while ((parent[node] ?? node) !== node) node = parent[node] ?? node
  return node
}
