import { find, union } from './union-find.ts'

export interface Explained {
  /** Of every node one of its component, and so on up to the one that is its own. */
  readonly parent: Int32Array
  /** Edges of the spanning trees, strongest first. */
  readonly tree: Int32Array
  /** For each of `tree`: 1 where its component falls apart without it, else 0. */
  readonly bridges: Uint8Array
}

/**
 * Components, their spanning trees of strongest edges (Kruskal) and their bridges, over node ids. Large graphs cost what their
 * reads out of order cost: what belongs to one node lies together, and what can be read in order is put in order first.
 *
 * @param count number of nodes, ids 0 … count−1
 * @param from @param to edge ends @param weights 0 to 1, to six decimals; all of equal length
 */
export function explain(count: number, from: Int32Array, to: Int32Array, weights: Float64Array): Explained {
  const order = strongestFirst(weights)
  const ends = endsOf(order, from, to)
  const parent = identity(count)
  const tree = new Int32Array(Math.min(count, order.length))
  const links = new Int32Array(count * LINK)
  let inTree = 0
  let outside = 0
  for (let i = 0; i < order.length; i++) {
    const x = ends[2 * i] ?? 0
    const y = ends[2 * i + 1] ?? 0
    if (union(parent, x, y)) {
      link(links, x, y, inTree)
      link(links, y, x, inTree)
      tree[inTree++] = order[i] ?? 0
    } else {
      // Edges read already make room for those that close a cycle.
      ends[2 * outside] = x
      ends[2 * outside + 1] = y
      outside++
    }
  }
  return { parent, tree: tree.subarray(0, inTree), bridges: findBridges(links, inTree, ends.subarray(0, 2 * outside)) }
}

function identity(count: number): Int32Array {
  const own = new Int32Array(count)
  for (let i = 0; i < count; i++) own[i] = i
  return own
}

const MILLION = 1_000_000
const DIGIT_BITS = 10
const DIGITS = 2 ** DIGIT_BITS

/** Numbers of edges, strongest first, equal ones in order: a radix sort over millionths, which are two digits. */
function strongestFirst(weights: Float64Array): Int32Array {
  const keys = new Int32Array(weights.length)
  for (let e = 0; e < keys.length; e++) keys[e] = MILLION - Math.round((weights[e] ?? 0) * MILLION)
  return byDigit(byDigit(identity(keys.length), keys, 0), keys, DIGIT_BITS)
}

function byDigit(order: Int32Array, keys: Int32Array, shift: number): Int32Array {
  const place = new Int32Array(DIGITS + 1)
  for (let e = 0; e < keys.length; e++) {
    const after = digitOf(keys, e, shift) + 1
    place[after] = (place[after] ?? 0) + 1
  }
  for (let d = 0; d < DIGITS; d++) place[d + 1] = (place[d + 1] ?? 0) + (place[d] ?? 0)
  const sorted = new Int32Array(order.length)
  for (let i = 0; i < order.length; i++) {
    const e = order[i] ?? 0
    const digit = digitOf(keys, e, shift)
    const at = place[digit] ?? 0
    sorted[at] = e
    place[digit] = at + 1
  }
  return sorted
}

function digitOf(keys: Int32Array, edge: number, shift: number): number {
  return ((keys[edge] ?? 0) >> shift) & (DIGITS - 1)
}

/** Both ends of each edge side by side, in the order given. */
function endsOf(order: Int32Array, from: Int32Array, to: Int32Array): Int32Array {
  const ends = new Int32Array(2 * order.length)
  for (let i = 0; i < order.length; i++) {
    const e = order[i] ?? 0
    ends[2 * i] = from[e] ?? 0
    ends[2 * i + 1] = to[e] ?? 0
  }
  return ends
}

/**
 * What is known of a node in its tree, in one line of the cache: how many tree edges it has, all their far ends xored, all
 * their numbers xored, and its turn when leaves are taken off. A leaf has one edge, so what is xored is that edge itself.
 */
const LINK = 4
const FAR = 1
const EDGE = 2
const TURN = 3

function link(links: Int32Array, node: number, far: number, edge: number): void {
  const at = node * LINK
  links[at] = (links[at] ?? 0) + 1
  links[at + FAR] = (links[at + FAR] ?? 0) ^ far
  links[at + EDGE] = (links[at + EDGE] ?? 0) ^ edge
}

/**
 * Bridges are the tree edges that no other edge closes a cycle with: each other edge joins all nodes on the way between its
 * ends into one, and the way up from a node is walked once.
 *
 * @param others ends of the edges outside the trees, in pairs
 */
function findBridges(links: Int32Array, edges: number, others: Int32Array): Uint8Array {
  takeLeaves(links)
  const count = links.length / LINK
  const top = identity(count)
  for (let i = 0; i < others.length; i += 2) {
    let x = find(top, others[i] ?? 0)
    let y = find(top, others[i + 1] ?? 0)
    while (x !== y) {
      // Whoever was taken off first is not above the other.
      const isFirst = (links[x * LINK + TURN] ?? 0) < (links[y * LINK + TURN] ?? 0)
      const lower = isFirst ? x : y
      const up = links[lower * LINK + FAR] ?? 0
      top[lower] = up
      const above = find(top, up)
      if (isFirst) x = above
      else y = above
    }
  }
  const bridges = new Uint8Array(edges)
  for (let node = 0; node < count; node++) if (top[node] === node && links[node * LINK + TURN] !== NEVER) bridges[links[node * LINK + EDGE] ?? 0] = 1
  return bridges
}

/** Turn of the last node of a tree: nothing is above it. */
const NEVER = 0x7fffffff

/** Takes leaves off until one node of each tree is left. Each then names its edge upwards, and was taken off before what it names. */
function takeLeaves(links: Int32Array): void {
  const count = links.length / LINK
  let turn = 0
  for (let node = 0; node < count; node++) links[node * LINK + TURN] = NEVER
  for (let begun = 0; begun < count; begun++) {
    let node = begun
    let at = node * LINK
    while (links[at] === 1) {
      const up = links[at + FAR] ?? 0
      const above = up * LINK
      links[at] = 0
      links[at + TURN] = turn++
      links[above] = (links[above] ?? 0) - 1
      links[above + FAR] = (links[above + FAR] ?? 0) ^ node
      links[above + EDGE] = (links[above + EDGE] ?? 0) ^ (links[at + EDGE] ?? 0)
      // Nodes that come later have their turn then.
      if (up > begun) break
      node = up
      at = above
    }
  }
}
