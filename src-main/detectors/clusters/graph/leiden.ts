/**
 * Communities of a small weighted graph by the Leiden method (Traag, Waltman, van Eck 2019): local moves, refinement
 * into connected parts, and aggregation, repeated until nothing moves. The original picks moves at random. This version
 * takes the best move and the first node, so the same graph always has the same communities.
 */

export interface WeightedGraph {
  readonly count: number
  readonly from: readonly number[]
  readonly to: readonly number[]
  /** Above zero. */
  readonly weight: readonly number[]
}

/** One aggregation level. `near` has each node's neighbours with edge weights, `loops` twice the weight of its loops. */
interface Level {
  readonly near: readonly ReadonlyMap<number, number>[]
  readonly loops: readonly number[]
  readonly degree: readonly number[]
  /** Twice the weight of all edges. */
  readonly total: number
}

const MAX_ROUNDS = 20

/** @returns the community number of every node; communities are numbered by their first nodes */
export function leiden(graph: WeightedGraph, resolution: number): number[] {
  let level = levelOf(graph.count, graph.from, graph.to, graph.weight)
  let parts = Array.from({ length: graph.count }, (_, node) => node)
  /** Node of the current level that contains each node of the graph. */
  let membership = parts
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const moved = moveNodes(level, parts, resolution)
    const refined = renumber(refine(level, moved, resolution))
    const size = Math.max(-1, ...refined) + 1
    membership = membership.map((node) => refined[node] ?? 0)
    parts = Array.from({ length: size }, () => 0)
    refined.forEach((to, node) => {
      parts[to] = moved[node] ?? 0
    })
    if (size === level.near.length) break
    level = aggregate(level, refined, size)
    parts = renumber(parts)
  }
  return renumber(membership.map((node) => parts[node] ?? 0))
}

/** Newman's modularity of a partition, with a resolution. At resolution 1 a single part has modularity 0. */
export function modularity({ count, from, to, weight }: WeightedGraph, parts: readonly number[], resolution: number): number {
  const { degree, total } = levelOf(count, from, to, weight)
  if (total === 0) return 0
  const sums = new Map<number, number>()
  degree.forEach((value, node) => {
    const part = parts[node] ?? 0
    sums.set(part, (sums.get(part) ?? 0) + value)
  })
  let inside = 0
  from.forEach((x, e) => {
    if (parts[x] === parts[to[e] ?? 0]) inside += 2 * (weight[e] ?? 0)
  })
  let expected = 0
  for (const sum of sums.values()) expected += (sum / total) ** 2
  return inside / total - resolution * expected
}

function levelOf(count: number, from: readonly number[], to: readonly number[], weight: readonly number[]): Level {
  const near = Array.from({ length: count }, () => new Map<number, number>())
  const loops = new Array<number>(count).fill(0)
  const degree = new Array<number>(count).fill(0)
  let total = 0
  from.forEach((x, e) => {
    const y = to[e] ?? 0
    const w = weight[e] ?? 0
    total += 2 * w
    degree[x] = (degree[x] ?? 0) + w
    degree[y] = (degree[y] ?? 0) + w
    if (x === y) {
      loops[x] = (loops[x] ?? 0) + 2 * w
      return
    }
    near[x]?.set(y, (near[x]?.get(y) ?? 0) + w)
    near[y]?.set(x, (near[y]?.get(x) ?? 0) + w)
  })
  return { near, loops, degree, total }
}

/** Moves nodes to the neighbouring community with the largest gain until no move gains. A moved node's neighbours are queued again. */
function moveNodes(level: Level, start: readonly number[], resolution: number): number[] {
  const parts = [...start]
  const sums = sumsOf(level, parts)
  const queue = parts.map((_, node) => node)
  const waiting = new Set(queue)
  for (let head = 0; head < queue.length; head++) {
    const node = queue[head] ?? 0
    waiting.delete(node)
    const own = parts[node] ?? 0
    const degree = level.degree[node] ?? 0
    sums.set(own, (sums.get(own) ?? 0) - degree)
    const best = bestPart(level, node, parts, sums, own, resolution)
    sums.set(best, (sums.get(best) ?? 0) + degree)
    if (best === own) continue
    parts[node] = best
    for (const next of level.near[node]?.keys() ?? []) {
      if (parts[next] === best || waiting.has(next)) continue
      waiting.add(next)
      queue.push(next)
    }
  }
  return parts
}

function sumsOf(level: Level, parts: readonly number[]): Map<number, number> {
  const sums = new Map<number, number>()
  parts.forEach((part, node) => sums.set(part, (sums.get(part) ?? 0) + (level.degree[node] ?? 0)))
  return sums
}

/** The community with the largest gain for a node that was taken out of its own. Ties go to its own, then to the smallest number. */
function bestPart(
  level: Level,
  node: number,
  parts: readonly number[],
  sums: ReadonlyMap<number, number>,
  own: number,
  resolution: number,
  allowed: (neighbour: number) => boolean = () => true,
): number {
  const links = new Map<number, number>([[own, 0]])
  for (const [next, weight] of level.near[node] ?? []) {
    const part = parts[next] ?? 0
    if (allowed(next)) links.set(part, (links.get(part) ?? 0) + weight)
  }
  const degree = level.degree[node] ?? 0
  const gain = (part: number): number => (links.get(part) ?? 0) - (resolution * degree * (sums.get(part) ?? 0)) / level.total
  let best = own
  for (const part of [...links.keys()].sort((x, y) => x - y)) if (gain(part) > gain(best) + 1e-9) best = part
  return best
}

/** Builds connected parts within each community, starting from single nodes. */
function refine(level: Level, communities: readonly number[], resolution: number): number[] {
  const parts = communities.map((_, node) => node)
  const sums = sumsOf(level, parts)
  const sizes = new Map(parts.map((part) => [part, 1]))
  parts.forEach((part, node) => {
    if ((sizes.get(part) ?? 1) > 1) return
    const degree = level.degree[node] ?? 0
    sums.set(part, (sums.get(part) ?? 0) - degree)
    const best = bestPart(level, node, parts, sums, part, resolution, (next) => communities[next] === communities[node])
    sums.set(best, (sums.get(best) ?? 0) + degree)
    if (best === part) return
    sizes.set(part, 0)
    sizes.set(best, (sizes.get(best) ?? 0) + 1)
    parts[node] = best
  })
  return parts
}

function aggregate(level: Level, parts: readonly number[], size: number): Level {
  const from: number[] = []
  const to: number[] = []
  const weight: number[] = []
  level.near.forEach((neighbours, node) => {
    for (const [next, w] of neighbours) {
      if (next < node) continue
      from.push(parts[node] ?? 0)
      to.push(parts[next] ?? 0)
      weight.push(w)
    }
    const loop = level.loops[node] ?? 0
    if (loop > 0) {
      from.push(parts[node] ?? 0)
      to.push(parts[node] ?? 0)
      weight.push(loop / 2)
    }
  })
  return levelOf(size, from, to, weight)
}

/** Numbers communities in the order of their first nodes. */
function renumber(parts: readonly number[]): number[] {
  const numbers = new Map<number, number>()
  return parts.map((part) => {
    const known = numbers.get(part)
    if (known !== undefined) return known
    numbers.set(part, numbers.size)
    return numbers.size - 1
  })
}
