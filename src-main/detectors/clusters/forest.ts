import { union } from './union-find.ts'

/** Edges whose nodes are looked up together: their reads wait for memory side by side instead of one after the other. */
export const TOGETHER = 128
/** Edges, as a share of the nodes, after which the crowd is looked for again. */
const EDGES_BETWEEN_LOOKS = 0.5

/**
 * Union-find for graphs larger than the cache. It knows its crowd, the component that most nodes are in, by one bit a node,
 * which stays in the cache: of a well-tied graph most edges lie inside the crowd, and then need no other read.
 */
export class Forest {
  /** Of every node one of its component, and so on up to the one that is its own; none exceeds its node. */
  readonly parent: Int32Array
  readonly #crowd: Int32Array
  #edges = 0

  constructor(count: number) {
    this.parent = new Int32Array(count)
    for (let node = 0; node < count; node++) this.parent[node] = node
    this.#crowd = new Int32Array((count >>> 5) + 1)
  }

  /** Whether both were in the crowd when it was last looked for; false says nothing. */
  inCrowd(x: number, y: number): boolean {
    const crowd = this.#crowd
    return (((crowd[x >>> 5] ?? 0) >>> (x & 31)) & ((crowd[y >>> 5] ?? 0) >>> (y & 31)) & 1) === 1
  }

  /** Writes for each of at most 2 × `TOGETHER` nodes, `begin` to `end` of the list, a node of its component that is nearer to the root. */
  climb(nodes: Int32Array, begin: number, end: number, higher: Int32Array): void {
    const { parent } = this
    for (let i = begin; i < end; i++) higher[i - begin] = parent[parent[nodes[i] ?? 0] ?? 0] ?? 0
  }

  /** To be told how many edges went in, so that the crowd is looked for when it may have grown. */
  grew(edges: number): void {
    this.#edges += edges
    if (this.#edges >= EDGES_BETWEEN_LOOKS * this.parent.length) this.settle()
  }

  /** Puts every node right below its root, and looks for the crowd: by vote, which finds a component of more than half of the nodes. */
  settle(): void {
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
    const crowd = this.#crowd
    for (let word = 0; word < crowd.length; word++) {
      const first = word << 5
      const end = Math.min(32, parent.length - first)
      let bits = 0
      for (let bit = 0; bit < end; bit++) if (parent[first + bit] === leader) bits |= 1 << bit
      crowd[word] = bits
    }
  }
}

const HELD = 1 << 16

/** A forest whose edges come one by one in any order, and are joined many at a time. */
export class LooseForest {
  readonly #forest: Forest
  readonly #held: Int32Array
  readonly #higher = new Int32Array(2 * TOGETHER)
  #size = 0

  /** @param edges the most that may come */
  constructor(count: number, edges: number) {
    this.#forest = new Forest(count)
    this.#held = new Int32Array(Math.min(HELD, 2 * edges))
  }

  add(x: number, y: number): void {
    if (this.#forest.inCrowd(x, y)) return
    this.#held[this.#size] = x
    this.#held[this.#size + 1] = y
    this.#size += 2
    if (this.#size === this.#held.length) this.#join()
  }

  /** The forest of all edges that came, settled. */
  settled(): Forest {
    this.#join()
    this.#forest.settle()
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
    forest.grew(this.#size / 2)
    this.#size = 0
  }
}
