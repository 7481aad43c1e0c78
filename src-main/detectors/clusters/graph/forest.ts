import { union } from './union-find.ts'

/** Edges looked up per batch. Within a batch the memory reads overlap instead of waiting for each other. */
export const BATCH = 128
/** Number of added edges, per node, after which the giant component is searched again. */
const COMPRESS_EVERY = 0.5

/**
 * Union-find for graphs larger than the cache. It marks the members of the giant component, the one with most nodes, with one
 * bit per node, and these bits stay in the cache. Most edges of a dense graph lie inside the giant and need no other read.
 */
export class Forest {
  /** Parent of every node; a root is its own parent. No parent exceeds its node. */
  readonly parent: Int32Array
  readonly #giant: Int32Array
  #edges = 0

  constructor(count: number) {
    this.parent = new Int32Array(count)
    for (let node = 0; node < count; node++) this.parent[node] = node
    this.#giant = new Int32Array((count >>> 5) + 1)
  }

  /** Whether both were in the giant component at the last search. False is inconclusive. */
  areInGiant(x: number, y: number): boolean {
    const giant = this.#giant
    return (((giant[x >>> 5] ?? 0) >>> (x & 31)) & ((giant[y >>> 5] ?? 0) >>> (y & 31)) & 1) === 1
  }

  /** Writes the grandparents of nodes `begin` to `end` of the list, at most 2 × `BATCH` of them. */
  climb(nodes: Int32Array, begin: number, end: number, higher: Int32Array): void {
    const { parent } = this
    for (let i = begin; i < end; i++) higher[i - begin] = parent[parent[nodes[i] ?? 0] ?? 0] ?? 0
  }

  /** Counts added edges, and searches the giant component again once it may have grown. */
  countEdges(edges: number): void {
    this.#edges += edges
    if (this.#edges >= COMPRESS_EVERY * this.parent.length) this.compress()
  }

  /** Makes every root the parent of its nodes, and finds the giant component by majority vote (Boyer and Moore 1981). */
  compress(): void {
    const { parent } = this
    this.#edges = 0
    let leader = 0
    let lead = 0
    for (let node = 0; node < parent.length; node++) {
      const root = parent[parent[node] ?? 0] ?? 0
      parent[node] = root
      if (root === leader) lead++
      else if (lead > 0) lead--
      else {
        leader = root
        lead = 1
      }
    }
    this.#mark(leader)
  }

  #mark(leader: number): void {
    const { parent } = this
    const giant = this.#giant
    for (let word = 0; word < giant.length; word++) {
      const first = word << 5
      const end = Math.min(32, parent.length - first)
      let bits = 0
      for (let bit = 0; bit < end; bit++) if (parent[first + bit] === leader) bits |= 1 << bit
      giant[word] = bits
    }
  }
}

const BUFFER_SIZE = 1 << 16

/** A forest that takes edges one at a time and joins them in batches. */
export class BufferedForest {
  readonly #forest: Forest
  readonly #held: Int32Array
  readonly #higher = new Int32Array(2 * BATCH)
  #size = 0

  /** @param edges upper bound of added edges */
  constructor(count: number, edges: number) {
    this.#forest = new Forest(count)
    this.#held = new Int32Array(Math.min(BUFFER_SIZE, 2 * edges))
  }

  add(x: number, y: number): void {
    if (this.#forest.areInGiant(x, y)) return
    this.#held[this.#size] = x
    this.#held[this.#size + 1] = y
    this.#size += 2
    if (this.#size === this.#held.length) this.#join()
  }

  /** The forest of all added edges, compressed. */
  compressed(): Forest {
    this.#join()
    this.#forest.compress()
    return this.#forest
  }

  #join(): void {
    const forest = this.#forest
    const higher = this.#higher
    for (let begin = 0; begin < this.#size; begin += higher.length) {
      const end = Math.min(this.#size, begin + higher.length)
      forest.climb(this.#held, begin, end, higher)
      for (let i = 0; i < end - begin; i += 2) union(forest.parent, higher[i] ?? 0, higher[i + 1] ?? 0)
    }
    forest.countEdges(this.#size / 2)
    this.#size = 0
  }
}
