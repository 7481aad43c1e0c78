import type { RuleSet } from '../../rules/rule-set.ts'
import type { Edge } from '../combine.ts'
import { groupComponents, type Component } from './components.ts'
import { leiden, modularity, type WeightedGraph } from './leiden.ts'
import { components } from './union-find.ts'

/**
 * Components. Suspicious components, those with many members or held together by one wallet with many links, are split if they
 * separate clearly (docs/detection.md#clusters). Small ones stay whole, since every edge in them has direct evidence.
 */
export function groupAndSplit(edges: readonly Edge[], rules: RuleSet['cluster']): Component[] {
  const whole = groupComponents(edges)
  const split = new Map<Component, ReadonlyMap<string, number>>()
  const owner = new Map(whole.flatMap((part) => part.nodes.map((node): [string, Component] => [node, part])))
  const inside = new Map<Component, Edge[]>(whole.map((part) => [part, []]))
  for (const edge of edges) {
    const part = owner.get(edge.a)
    if (part !== undefined) inside.get(part)?.push(edge)
  }
  for (const [part, own] of inside) {
    if (!isSuspicious(part, own, rules)) continue
    const parts = communities(part.nodes, own, rules)
    if (parts !== null) split.set(part, parts)
  }
  if (split.size === 0) return whole
  return [...inside].flatMap(([part, own]) => {
    const parts = split.get(part)
    return parts === undefined ? [part] : groupComponents(own.filter(({ a, b }) => parts.get(a) === parts.get(b)))
  })
}

function isSuspicious({ nodes }: Component, edges: readonly Edge[], rules: RuleSet['cluster']): boolean {
  if (nodes.length > rules.split_members) return true
  const near = new Map<string, Set<string>>(nodes.map((node) => [node, new Set()]))
  for (const { a, b } of edges) {
    near.get(a)?.add(b)
    near.get(b)?.add(a)
  }
  return nodes.some((node) => (near.get(node)?.size ?? 0) > rules.split_fan_out && fallsApartWithout(node, nodes, near))
}

function fallsApartWithout(removed: string, nodes: readonly string[], near: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const start = nodes.find((node) => node !== removed)
  if (start === undefined) return false
  const seen = new Set([removed, start])
  for (const node of seen) {
    if (node === removed) continue
    for (const next of near.get(node) ?? []) seen.add(next)
  }
  return seen.size < nodes.length
}

/**
 * Community of each node; null if splitting gains too little. Wallets tied by strong evidence are one node, since modularity
 * cannot tell a chain of strong ties from a coincidence and would cut it.
 */
function communities(nodes: readonly string[], edges: readonly Edge[], rules: RuleSet['cluster']): Map<string, number> | null {
  const graph = tieGraph(nodes, edges, rules.split_spares)
  const parts = leiden(graph, rules.split_resolution)
  const gain = modularity(graph, parts, rules.split_resolution) - modularity(graph, new Array<number>(graph.count).fill(0), rules.split_resolution)
  return gain > rules.split_gain ? new Map(nodes.map((node, i) => [node, parts[graph.indexes[i] ?? 0] ?? 0])) : null
}

/**
 * Whatever ties more than two wallets (a funder, a transaction, a deposit address) becomes a separate node, linked to all of
 * them. With edges between neighbours only, many equal wallets would look like a chain and be cut.
 *
 * @returns with `place`: the node of the graph that contains each address
 */
function tieGraph(nodes: readonly string[], edges: readonly Edge[], spares: number): WeightedGraph & { readonly indexes: readonly number[] } {
  const ids = new Map(nodes.map((node, i) => [node, i]))
  const id = (name: string): number => {
    const known = ids.get(name)
    if (known !== undefined) return known
    ids.set(name, ids.size)
    return ids.size - 1
  }
  const ties = edges.flatMap(({ a, b, p, facts }) => {
    const around = facts[0]?.around ?? null
    return around === null ? [{ x: id(a), y: id(b), p }] : [a, b].filter((end) => end !== around).map((end) => ({ x: id(end), y: id(around), p }))
  })
  const root = components(
    ids.size,
    Int32Array.from(ties.filter(({ p }) => p >= spares).map(({ x }) => x)),
    Int32Array.from(ties.filter(({ p }) => p >= spares).map(({ y }) => y)),
  )
  const strongest = new Map<string, { from: number; to: number; p: number }>()
  for (const { x, y, p } of ties) {
    const [from, to] = [root[x] ?? 0, root[y] ?? 0]
    const key = from < to ? `${from} ${to}` : `${to} ${from}`
    if (from !== to && (strongest.get(key)?.p ?? 0) < p) strongest.set(key, { from, to, p })
  }
  const rows = [...strongest.values()]
  return {
    count: ids.size,
    from: rows.map(({ from }) => from),
    to: rows.map(({ to }) => to),
    weight: rows.map(({ p }) => p),
    indexes: nodes.map((_, i) => root[i] ?? i),
  }
}
