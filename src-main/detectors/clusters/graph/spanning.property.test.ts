import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spanComponents } from './spanning.ts'

/** Compared with a naive implementation: one set of nodes per component, sorted edges, and the graph recomputed without each edge. */

interface Link {
  readonly x: number
  readonly y: number
  readonly weight: number
}

/** Graphs from sparse trees to dense ones, with parallel edges, loops and equal weights. */
const graph = fc.integer({ min: 1, max: 24 }).chain((count) => {
  const node = fc.integer({ min: 0, max: count - 1 })
  const weight = fc.oneof(
    fc.constantFrom(0, 0.5, 1),
    fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 1e6),
  )
  return fc.record({ count: fc.constant(count), links: fc.array(fc.record({ x: node, y: node, weight }), { maxLength: count * 3 }) })
})

function join(part: number[], { x, y }: Link): boolean {
  const [kept, gone] = [part[x], part[y]]
  if (kept === undefined || gone === undefined || kept === gone) return false
  part.forEach((one, node) => {
    if (one === gone) part[node] = kept
  })
  return true
}

const own = (count: number): number[] => Array.from({ length: count }, (_, node) => node)

function parts(count: number, links: readonly Link[]): number {
  const part = own(count)
  for (const one of links) join(part, one)
  return new Set(part).size
}

function plainly(count: number, links: readonly Link[]): { part: number[]; tree: number[]; bridges: number[] } {
  const part = own(count)
  const order = own(links.length).sort((a, b) => (links[b]?.weight ?? 0) - (links[a]?.weight ?? 0) || a - b)
  const tree = order.filter((e) => join(part, links[e] as Link))
  const whole = parts(count, links)
  const bridges = tree.map((e) => (parts(count, links.toSpliced(e, 1)) > whole ? 1 : 0))
  return { part: part.map((one) => part.indexOf(one)), tree, bridges }
}

function rootOf(parent: Int32Array, node: number): number {
  const up = parent[node] ?? node
  return up === node ? node : rootOf(parent, up)
}

/** Whether another path connects the ends of an edge. */
function isConnectedWithout(without: number, count: number, from: Int32Array, to: Int32Array): boolean {
  const near = Array.from({ length: count }, (): number[] => [])
  from.forEach((x, e) => {
    if (e === without) return
    near[x]?.push(to[e] ?? 0)
    near[to[e] ?? 0]?.push(x)
  })
  const reached = new Set([from[without] ?? 0])
  for (const node of reached) for (const next of near[node] ?? []) reached.add(next)
  return reached.has(to[without] ?? 0)
}

describe('explained components', () => {
  it('have the components, strongest trees and bridges that a plain count finds', () => {
    fc.assert(
      fc.property(graph, ({ count, links }) => {
        const { parent, tree, bridges } = spanComponents(
          count,
          Int32Array.from(links, ({ x }) => x),
          Int32Array.from(links, ({ y }) => y),
          Float64Array.from(links, ({ weight }) => weight),
        )
        const found = { part: own(count).map((node) => rootOf(parent, node)), tree: [...tree], bridges: [...bridges] }
        expect(found).toEqual(plainly(count, links))
      }),
      { numRuns: 500 },
    )
  })

  it('are found among many wallets, where most edges join what is joined already', () => {
    const [count, size] = [600, 1800]
    const node = fc.integer({ min: 0, max: count - 1 })
    const links = fc.array(fc.tuple(node, node, fc.integer({ min: 0, max: 1_000_000 })), { minLength: size, maxLength: size })
    fc.assert(
      fc.property(links, (rows) => {
        const [from, to] = [Int32Array.from(rows, ([x]) => x), Int32Array.from(rows, ([, y]) => y)]
        const weights = Float64Array.from(rows, ([, , millionths]) => millionths / 1e6)
        const { tree, bridges } = spanComponents(count, from, to, weights)
        const part = own(count)
        const strongest = own(size).sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b)
        expect([...tree]).toEqual(strongest.filter((e) => join(part, { x: from[e] ?? 0, y: to[e] ?? 0, weight: 0 })))
        expect([...bridges]).toEqual([...tree].map((e) => (isConnectedWithout(e, count, from, to) ? 0 : 1)))
      }),
      { numRuns: process.env['HOLDERSCOPE_TEST_ROUNDS'] === 'all' ? 5 : 2 },
    )
  })

  it('are found in a chain as long as a token has wallets', () => {
    const count = 200_000
    const [from, to] = [Int32Array.from({ length: count - 1 }, (_, i) => i), Int32Array.from({ length: count - 1 }, (_, i) => i + 1)]
    const { tree, bridges } = spanComponents(count, from, to, new Float64Array(count - 1).fill(0.9))
    expect(tree).toHaveLength(count - 1)
    expect(bridges.every((is) => is === 1)).toBe(true)
  })
})
