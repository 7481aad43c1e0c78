import type { Forest } from './forest.ts'
import { find, union } from './union-find.ts'

/**
 * Finds which edges of a spanning forest are bridges of the whole graph. Two nodes connected by non-tree edges have two paths
 * between them, so no bridge separates them. Each component of the non-tree edges is therefore contracted to one node, which
 * shrinks a dense graph to almost nothing.
 *
 * @param ends ends of the tree edges in pairs; overwritten
 * @param others the edges outside the trees, compressed
 * @returns for each tree edge 1 if its removal splits the component, else 0
 */
export function findBridges(ends: Int32Array, edges: number, others: Forest): Uint8Array {
  const { indexes, count } = numberComponents(others.parent)
  const left = new Int32Array(edges)
  let size = 0
  for (let edge = 0; edge < edges; edge++) {
    const [x, y] = [ends[2 * edge] ?? 0, ends[2 * edge + 1] ?? 0]
    if (others.areInGiant(x, y)) continue
    const [a, b] = [indexes[x] ?? 0, indexes[y] ?? 0]
    if (a === b) continue
    // Writes behind the read position: contracted edges overwrite edges already read.
    ends[2 * size] = a
    ends[2 * size + 1] = b
    left[size++] = edge
  }
  const bridges = new Uint8Array(edges)
  for (const i of findAllBridges(count, ends.subarray(0, 2 * size))) bridges[left[i] ?? 0] = 1
  return bridges
}

/** Numbers the components of a compressed forest. `places` has the number for each node. */
function numberComponents(parent: Int32Array): { indexes: Int32Array; count: number } {
  const indexes = new Int32Array(parent.length)
  let count = 0
  for (let node = 0; node < parent.length; node++) {
    const root = parent[node] ?? 0
    // A root has the smallest id of its component.
    indexes[node] = root === node ? count++ : (indexes[root] ?? 0)
  }
  return { indexes, count }
}

function identity(count: number): Int32Array {
  const own = new Int32Array(count)
  for (let i = 0; i < count; i++) own[i] = i
  return own
}

/**
 * State of a node in its tree, in one cache line: the number of its tree edges, the XOR of their far ends, the XOR of their
 * numbers, and its position in the peeling order. A leaf has one edge, so both XORs are that edge.
 */
const LINK = 4
const FAR = 1
const EDGE = 2
const ORDER = 3

function link(links: Int32Array, node: number, far: number, edge: number): void {
  const at = node * LINK
  links[at] = (links[at] ?? 0) + 1
  links[at + FAR] = (links[at + FAR] ?? 0) ^ far
  links[at + EDGE] = (links[at + EDGE] ?? 0) ^ edge
}

/**
 * Numbers of the bridges of a graph: the edges of a spanning forest that are on no cycle. Each non-tree edge merges all nodes
 * along the tree path between its ends, so every step of a path is walked once.
 *
 * @param ends ends of the edges in pairs; overwritten
 */
function findAllBridges(count: number, ends: Int32Array): number[] {
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
  peelLeaves(links)
  const top = identity(count)
  for (let i = 0; i < others; i += 2) mergePath(links, top, ends[i] ?? 0, ends[i + 1] ?? 0)
  const bridges: number[] = []
  for (let node = 0; node < count; node++)
    if (top[node] === node && links[node * LINK + ORDER] !== NEVER) bridges.push(links[node * LINK + EDGE] ?? 0)
  return bridges
}

function mergePath(links: Int32Array, top: Int32Array, from: number, to: number): void {
  let x = find(top, from)
  let y = find(top, to)
  while (x !== y) {
    // The node peeled first cannot be an ancestor of the other.
    const isFirst = (links[x * LINK + ORDER] ?? 0) < (links[y * LINK + ORDER] ?? 0)
    const lower = isFirst ? x : y
    const up = links[lower * LINK + FAR] ?? 0
    top[lower] = up
    const above = find(top, up)
    if (isFirst) x = above
    else y = above
  }
}

/** Order of the last node of a tree, which has no parent. */
const NEVER = 0x7fffffff

/** Peels leaves until one node of each tree remains. Each peeled node then holds the edge to its parent, which is peeled later. */
function peelLeaves(links: Int32Array): void {
  const count = links.length / LINK
  let turn = 0
  for (let node = 0; node < count; node++) links[node * LINK + ORDER] = NEVER
  for (let begun = 0; begun < count; begun++) {
    let node = begun
    let at = node * LINK
    while (links[at] === 1) {
      const up = links[at + FAR] ?? 0
      const above = up * LINK
      links[at] = 0
      links[at + ORDER] = turn++
      links[above] = (links[above] ?? 0) - 1
      links[above + FAR] = (links[above + FAR] ?? 0) ^ node
      links[above + EDGE] = (links[above + EDGE] ?? 0) ^ (links[at + EDGE] ?? 0)
      // The loop reaches nodes with a higher id later.
      if (up > begun) break
      node = up
      at = above
    }
  }
}
