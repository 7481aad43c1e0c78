import { bridgesOf } from './bridges.ts'
import { Forest, LooseForest, TOGETHER } from './forest.ts'
import { COARSE, Strengths, type Sorted } from './strengths.ts'
import { union } from './union-find.ts'

export interface Explained {
  /** Of every node one of its component, and so on up to the one that is its own. */
  readonly parent: Int32Array
  /** Edges of the spanning trees, strongest first. */
  readonly tree: Int32Array
  /** For each of `tree`: 1 where its component falls apart without it, else 0. */
  readonly bridges: Uint8Array
}

/** Strongest edges, a node, that are sorted before the others are asked whether they can still join anything. */
const STRONGEST = 1.5

/**
 * Components, their spanning trees of strongest edges (Kruskal) and their bridges, over node ids. Large graphs cost what their
 * reads out of order cost: weak edges inside the crowd that the strong ones made are told by a bit and never sorted.
 *
 * @param count number of nodes, ids 0 … count−1
 * @param from @param to edge ends @param weights 0 to 1, to six decimals; all of equal length
 */
export function explain(count: number, from: Int32Array, to: Int32Array, weights: Float64Array): Explained {
  const strengths = new Strengths(from, to, weights)
  const trees = new Trees(count, from.length)
  const strongest = strengths.holding(STRONGEST * count)
  for (const edges of strengths.sorted(0, strongest)) trees.grow(edges)
  trees.forest.settle()
  strengths.drop(strongest, (x, y) => {
    const isInside = trees.forest.inCrowd(x, y)
    if (isInside) trees.others.add(x, y)
    return isInside
  })
  for (const edges of strengths.sorted(strongest, COARSE)) trees.grow(edges)
  return {
    parent: trees.forest.parent,
    tree: trees.edges.subarray(0, trees.size),
    bridges: bridgesOf(trees.ends, trees.size, trees.others.settled()),
  }
}

class Trees {
  readonly forest: Forest
  /** Edges outside the trees. */
  readonly others: LooseForest
  /** Numbers of the edges of the trees, as many as `size`. */
  readonly edges: Int32Array
  /** Their ends, in pairs. */
  readonly ends: Int32Array
  readonly #higher = new Int32Array(2 * TOGETHER)
  size = 0

  constructor(count: number, edges: number) {
    this.forest = new Forest(count)
    this.others = new LooseForest(count, edges)
    this.edges = new Int32Array(Math.min(count, edges))
    this.ends = new Int32Array(2 * this.edges.length)
  }

  /** Takes edges that are no stronger than those before. */
  grow({ size, ends, numbers }: Sorted): void {
    const { forest } = this
    const higher = this.#higher
    for (let begin = 0; begin < size; begin += TOGETHER) {
      const end = Math.min(size, begin + TOGETHER)
      forest.climb(ends, 2 * begin, 2 * end, higher)
      for (let i = begin; i < end; i++) {
        const at = 2 * (i - begin)
        const [x, y] = [ends[2 * i] ?? 0, ends[2 * i + 1] ?? 0]
        if (union(forest.parent, higher[at] ?? 0, higher[at + 1] ?? 0)) this.#take(x, y, numbers[i] ?? 0)
        else this.others.add(x, y)
      }
    }
    forest.grew(size)
  }

  #take(x: number, y: number, number: number): void {
    this.ends[2 * this.size] = x
    this.ends[2 * this.size + 1] = y
    this.edges[this.size++] = number
  }
}
