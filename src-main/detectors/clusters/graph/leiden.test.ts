import { describe, expect, it } from 'vitest'
import { leiden, modularity, type WeightedGraph } from './leiden.ts'

/** Cliques of the given sizes, each joined to the next by one edge. */
function ringOfCliques(sizes: readonly number[], bridge = 1): WeightedGraph {
  const from: number[] = []
  const to: number[] = []
  const weight: number[] = []
  let first = 0
  for (const size of sizes) {
    for (let x = 0; x < size; x++)
      for (let y = x + 1; y < size; y++) {
        from.push(first + x)
        to.push(first + y)
        weight.push(1)
      }
    if (first > 0) {
      from.push(first - 1)
      to.push(first)
      weight.push(bridge)
    }
    first += size
  }
  return { count: first, from, to, weight }
}

describe('communities', () => {
  it('cliques that one edge joins come apart', () => {
    const graph = ringOfCliques([6, 6, 6])
    const parts = leiden(graph, 1)
    expect(parts).toEqual([...Array<number>(6).fill(0), ...Array<number>(6).fill(1), ...Array<number>(6).fill(2)])
    expect(modularity(graph, parts, 1)).toBeGreaterThan(0.5)
  })

  it('a clique and a star stay whole', () => {
    const clique = ringOfCliques([20])
    expect(new Set(leiden(clique, 1)).size).toBe(1)
    const star: WeightedGraph = {
      count: 31,
      from: Array<number>(30).fill(0),
      to: Array.from({ length: 30 }, (_, i) => i + 1),
      weight: Array<number>(30).fill(1),
    }
    expect(modularity(star, leiden(star, 1), 1)).toBeLessThan(0.02)
  })

  it('every community is connected', () => {
    let state = 7
    const next = (below: number): number => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) % below
    for (let round = 0; round < 20; round++) {
      const edges = Array.from({ length: 120 }, () => [next(60), next(60)] as const).filter(([x, y]) => x !== y)
      const graph = { count: 60, from: edges.map(([x]) => x), to: edges.map(([, y]) => y), weight: edges.map(() => 1) }
      const parts = leiden(graph, 1)
      for (const part of new Set(parts)) {
        const members = parts.flatMap((own, node) => (own === part ? [node] : []))
        const seen = new Set(members.slice(0, 1))
        for (const node of seen)
          for (const [x, y] of edges) {
            if (x === node && parts[y] === part) seen.add(y)
            if (y === node && parts[x] === part) seen.add(x)
          }
        expect(seen.size).toBe(members.length)
      }
    }
  })

  it('no edges, no joining', () => expect(leiden({ count: 3, from: [], to: [], weight: [] }, 1)).toEqual([0, 1, 2]))
})
