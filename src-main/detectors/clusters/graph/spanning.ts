import { findBridges } from './bridges.ts'
import { Forest, BufferedForest, BATCH } from './forest.ts'
import { COARSE, Strengths, type Sorted } from './strengths.ts'
import { union } from './union-find.ts'

export interface Spanned {
  /** Parent of every node; a root is its own parent. */
  readonly parent: Int32Array
  /** Edges of the spanning trees, strongest first. */
  readonly tree: Int32Array
  /** For each edge of `tree`: 1 if its removal splits the component, else 0. */
  readonly bridges: Uint8Array
}

/** Number of strongest edges, per node, to sort before the remaining edges are filtered. */
const STRONGEST = 1.5

/**
 * Components, their spanning trees of strongest edges (Kruskal) and their bridges, over node ids. Random reads dominate on large
 * graphs, so weak edges inside the giant component of the strong edges are dropped by a bit test and never sorted.
 *
 * @param count number of nodes, ids 0 … count−1
 * @param from @param to edge ends @param weights 0 to 1, to six decimals; all of equal length
 */
export function spanComponents(count: number, from: Int32Array, to: Int32Array, weights: Float64Array): Spanned {
  const strengths = new Strengths(from, to, weights)
  const trees = new Trees(count, from.length)
  const strongest = strengths.coarseCount(STRONGEST * count)
  for (const edges of strengths.sorted(0, strongest)) trees.grow(edges)
  trees.forest.compress()
  strengths.drop(strongest, (x, y) => {
    const isInside = trees.forest.areInGiant(x, y)
    if (isInside) trees.others.add(x, y)
    return isInside
  })
  for (const edges of strengths.sorted(strongest, COARSE)) trees.grow(edges)
  return {
    parent: trees.forest.parent,
    tree: trees.edges.subarray(0, trees.size),
    bridges: findBridges(trees.ends, trees.size, trees.others.compressed()),
  }
}

class Trees {
  readonly forest: Forest
  /** Edges outside the trees. */
  readonly others: BufferedForest
  /** Numbers of the tree edges; the first `size` are set. */
  readonly edges: Int32Array
  /** Their ends, in pairs. */
  readonly ends: Int32Array
  readonly #higher = new Int32Array(2 * BATCH)
  size = 0

  constructor(count: number, edges: number) {
    this.forest = new Forest(count)
    this.others = new BufferedForest(count, edges)
    this.edges = new Int32Array(Math.min(count, edges))
    this.ends = new Int32Array(2 * this.edges.length)
  }

  /** Adds edges in descending order of strength, which must hold across calls. */
  grow({ size, ends, numbers }: Sorted): void {
    const { forest } = this
    const higher = this.#higher
    for (let begin = 0; begin < size; begin += BATCH) {
      const end = Math.min(size, begin + BATCH)
      forest.climb(ends, 2 * begin, 2 * end, higher)
      for (let i = begin; i < end; i++) {
        const at = 2 * (i - begin)
        const [x, y] = [ends[2 * i] ?? 0, ends[2 * i + 1] ?? 0]
        if (union(forest.parent, higher[at] ?? 0, higher[at + 1] ?? 0)) this.#take(x, y, numbers[i] ?? 0)
        else this.others.add(x, y)
      }
    }
    forest.countEdges(size)
  }

  #take(x: number, y: number, number: number): void {
    this.ends[2 * this.size] = x
    this.ends[2 * this.size + 1] = y
    this.edges[this.size++] = number
  }
}
