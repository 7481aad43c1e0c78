import type { Forest } from './forest.ts'
import { find, union } from './union-find.ts'

/**
 * Which edges of a spanning forest are bridges of the whole graph. Two nodes that the other edges connect are connected
 * twice, by their tree and without it, so that no bridge lies between them: each component of the others counts as one node,
 * and of a well-tied graph little is left.
 *
 * @param ends ends of the tree edges in pairs; used up
 * @param others the edges outside the trees, settled
 * @returns for each tree edge 1 where its component falls apart without it, else 0
 */
export function bridgesOf(ends: Int32Array, edges: number, others: Forest): Uint8Array {
  const { places, count } = placesOf(others.parent)
  const left = new Int32Array(edges)
  let size = 0
  for (let edge = 0; edge < edges; edge++) {
    const [x, y] = [ends[2 * edge] ?? 0, ends[2 * edge + 1] ?? 0]
    if (others.inCrowd(x, y)) continue
    const [a, b] = [places[x] ?? 0, places[y] ?? 0]
    if (a === b) continue
    // Edges read already make room for those that are left.
    ends[2 * size] = a
    ends[2 * size + 1] = b
    left[size++] = edge
  }
  const bridges = new Uint8Array(edges)
  for (const i of bridgesOfAll(count, ends.subarray(0, 2 * size))) bridges[left[i] ?? 0] = 1
  return bridges
}

/** Numbers the components of a settled forest, and says which one each node is in. */
function placesOf(parent: Int32Array): { places: Int32Array; count: number } {
  const places = new Int32Array(parent.length)
  let count = 0
  for (let node = 0; node < parent.length; node++) {
    const root = parent[node] ?? 0
    // Roots come before what is below them.
    places[node] = root === node ? count++ : (places[root] ?? 0)
  }
  return { places, count }
}

function identity(count: number): Int32Array {
  const own = new Int32Array(count)
  for (let i = 0; i < count; i++) own[i] = i
  return own
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
 * Bridges of a graph, by number. They are the edges of a spanning forest that no other edge closes a cycle with: each other
 * edge joins all nodes on the way between its ends into one, and the way up from a node is walked once.
 *
 * @param ends ends of its edges in pairs; used up
 */
function bridgesOfAll(count: number, ends: Int32Array): number[] {
  const parent = identity(count)
  const links = new Int32Array(count * LINK)
  let others = 0
  for (let i = 0; i < ends.length; i += 2) {
    const [x, y] = [ends[i] ?? 0, ends[i + 1] ?? 0]
    if (union(parent, x, y)) {
      link(links, x, y, i / 2)
      link(links, y, x, i / 2)
    } else {
      ends[others++] = x
      ends[others++] = y
    }
  }
  takeLeaves(links)
  const top = identity(count)
  for (let i = 0; i < others; i += 2) joinBetween(links, top, ends[i] ?? 0, ends[i + 1] ?? 0)
  const bridges: number[] = []
  for (let node = 0; node < count; node++) if (top[node] === node && links[node * LINK + TURN] !== NEVER) bridges.push(links[node * LINK + EDGE] ?? 0)
  return bridges
}

function joinBetween(links: Int32Array, top: Int32Array, from: number, to: number): void {
  let x = find(top, from)
  let y = find(top, to)
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
