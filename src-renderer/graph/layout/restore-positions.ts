import type { GraphCluster, GraphElements, Point, Positions } from '../elements/elements.ts'
import { hullOf } from '../geometry/hull.ts'
import { GOLDEN_ANGLE } from '../geometry/sunflower.ts'
import { HULL_PADDING, isService, MIN_HULL_MEMBERS } from '../elements/style-table.ts'
import { clusterBody, countSpokes } from './cluster-body.ts'
import { nearestFree, OccupiedArea } from './occupied-area.ts'
import { anchorsOf, type SavedPositions } from './saved-positions.ts'

/** With a smaller share of known nodes, a fresh packing reads better than an old one with gaps and new nodes. */
const MIN_KNOWN_SHARE = 0.5
const GAP = 4

/**
 * Positions for elements most of which have saved ones; null if fewer than half do. Known nodes keep their positions. New nodes, and nodes that
 * changed cluster, go to the nearest free position beside their cluster, or on the rim of the graph. A changed cluster that no longer fits at its
 * position moves as a whole. Pure.
 */
export function restorePositions(elements: GraphElements, saved: SavedPositions): Map<string, Point> | null {
  const anchors = anchorsOf(elements, saved)
  const kept = new Map<string, Point>()
  for (const node of elements.nodes) {
    const at = saved.get(node.id)
    if (at !== undefined && at.anchor === (anchors.get(node.id) ?? '')) kept.set(node.id, { x: at.x, y: at.y })
  }
  if (kept.size < elements.nodes.length * MIN_KNOWN_SHARE) return null
  const changed = changedAmong(elements, kept, saved, anchors)
  if (kept.size < elements.nodes.length || changed.size > 0) placeChanged(elements, kept, saved, changed)
  return kept
}

/** `positions`, with pinned nodes where they are in `current`. */
export function withPins(positions: Positions, current: Positions, pinned: ReadonlySet<string>): Map<string, Point> {
  return new Map([...positions].map(([id, at]) => [id, pinned.has(id) ? (current.get(id) ?? at) : at]))
}

function placeChanged(elements: GraphElements, kept: Map<string, Point>, saved: SavedPositions, changed: ReadonlySet<GraphCluster>): void {
  const rim = new Rim(elements, kept)
  const area = new OccupiedArea(elements.nodes.reduce((most, node) => Math.max(most, node.radius), 1))
  const clusters = elements.clusters.filter(({ members }) => members.length >= MIN_HULL_MEMBERS)
  const hulled = new Set(clusters.flatMap(({ members }) => members))
  for (const [id, at] of kept) if (!hulled.has(id)) area.addNode(at, elements.nodeById.get(id)?.radius ?? 0)
  placeClusters(clusters, changed, { elements, kept, saved, area, rim })
  for (const node of elements.nodes) {
    if (kept.has(node.id)) continue
    const wish = middleOf(node.members, saved) ?? (isService(node) ? rim.right() : rim.next())
    const r = node.radius + GAP
    const at = nearestFree(wish, stepFor(r), (position) => area.isFree(position, r))
    area.addNode(at, node.radius)
    kept.set(node.id, at)
  }
}

interface Placement {
  readonly elements: GraphElements
  readonly kept: Map<string, Point>
  readonly saved: SavedPositions
  readonly area: OccupiedArea
  readonly rim: Rim
}

/**
 * Unchanged clusters keep their positions. Changed clusters are handled largest first, and stay if they have room for their new members. A cluster
 * whose hull would cross another, or cover a node outside it, is packed again and moves to the nearest free area.
 */
function placeClusters(clusters: readonly GraphCluster[], changed: ReadonlySet<GraphCluster>, placement: Placement): void {
  const { elements, kept, saved, area, rim } = placement
  const moving: GraphCluster[] = []
  const [others, same] = [clusters.filter((cluster) => changed.has(cluster)), clusters.filter((cluster) => !changed.has(cluster))]
  for (const cluster of same) put(cluster, kept, placement)
  for (const cluster of others) {
    const grown = withNewMembers(cluster, placement)
    if (grown === null || area.crosses(outlineOf(cluster, grown, elements))) moving.push(cluster)
    else put(cluster, grown, placement)
  }
  if (moving.length === 0) return
  const spokes = countSpokes(elements)
  for (const cluster of moving) {
    const body = clusterBody(cluster, elements, spokes, isService)
    const fits = (at: Point): boolean => body.footprint.every(({ x, y, r }) => area.isFree({ x: at.x + x, y: at.y + y }, r))
    const at = nearestFree(middleOf(cluster.members, saved) ?? rim.next(), stepFor(body.reach), fits)
    put(cluster, new Map(body.positions.map(({ id, x, y }) => [id, { x: at.x + x, y: at.y + y }])), placement)
  }
}

/** Clusters that gained or lost a member. */
function changedAmong(
  { clusters, nodeById }: GraphElements,
  kept: Positions,
  saved: SavedPositions,
  anchors: ReadonlyMap<string, string>,
): Set<GraphCluster> {
  const sizes = new Map<string, number>()
  for (const [id, { anchor }] of saved) if (nodeById.has(id)) sizes.set(anchor, (sizes.get(anchor) ?? 0) + 1)
  const isSame = ({ members }: GraphCluster): boolean =>
    sizes.get(anchors.get(members[0] ?? '') ?? '') === members.length && members.every((id) => kept.has(id))
  return new Set(clusters.filter((cluster) => !isSame(cluster)))
}

/** The cluster's members at their positions, with new members beside them; null if all members are new. */
function withNewMembers({ members }: GraphCluster, { elements, kept, area }: Placement): Map<string, Point> | null {
  const positions = new Map(members.flatMap((id) => [[id, kept.get(id)] as const]).filter((each): each is [string, Point] => each[1] !== undefined))
  if (positions.size === 0) return null
  const own = new OccupiedArea(1)
  for (const [id, at] of positions) own.addNode(at, elements.nodeById.get(id)?.radius ?? 0)
  const centre = meanOf([...positions.values()])
  for (const id of members) {
    if (positions.has(id)) continue
    const radius = elements.nodeById.get(id)?.radius ?? 0
    const r = radius + GAP
    const at = nearestFree(centre, stepFor(r), (position) => own.isFree(position, r) && area.isFree(position, r))
    own.addNode(at, radius)
    positions.set(id, at)
  }
  return positions
}

/** Puts the cluster at these positions and marks its area as occupied. */
function put(cluster: GraphCluster, positions: Positions, { elements, kept, area }: Placement): void {
  for (const id of cluster.members) {
    const at = positions.get(id)
    if (at === undefined) continue
    kept.set(id, at)
    area.addNode(at, elements.nodeById.get(id)?.radius ?? 0)
  }
  area.addHull(outlineOf(cluster, positions, elements))
}

function outlineOf({ members }: GraphCluster, positions: Positions, { nodeById }: GraphElements): Point[] {
  const circles = members.flatMap((id) => {
    const [at, node] = [positions.get(id), nodeById.get(id)]
    return at === undefined || node === undefined ? [] : [{ ...at, r: node.radius }]
  })
  return hullOf(circles, HULL_PADDING)
}

/** Distance between two tried positions for a circle of this radius. */
const stepFor = (r: number): number => Math.max(3, r * 0.25)

/** Positions along the edge of the graph, each in a different direction. */
class Rim {
  readonly #middle: Point
  readonly #half: Point
  #count = 0

  constructor(elements: GraphElements, kept: Positions) {
    let [left, right, top, bottom] = [0, 0, 0, 0]
    for (const [id, { x, y }] of kept) {
      const node = elements.nodeById.get(id)
      if (node === undefined || isService(node)) continue
      ;[left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)]
    }
    this.#middle = { x: (left + right) / 2, y: (top + bottom) / 2 }
    this.#half = { x: (right - left) / 2, y: (bottom - top) / 2 }
  }

  next(): Point {
    const angle = this.#count++ * GOLDEN_ANGLE
    return { x: this.#middle.x + Math.cos(angle) * this.#half.x, y: this.#middle.y + Math.sin(angle) * this.#half.y }
  }

  /** The side where pools and exchanges are. */
  right(): Point {
    return { x: this.#middle.x + this.#half.x + ASIDE, y: this.#middle.y }
  }
}

/** Graph units from the rim to a new pool or exchange. */
const ASIDE = 60

/** The mean of these wallets' saved positions; null if none is known. */
function middleOf(members: readonly string[], saved: ReadonlyMap<string, Point>): Point | null {
  const points = members.flatMap((id) => saved.get(id) ?? [])
  return points.length === 0 ? null : meanOf(points)
}

function meanOf(points: readonly Point[]): Point {
  const sum = points.reduce<Point>((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 })
  return { x: sum.x / points.length, y: sum.y / points.length }
}
