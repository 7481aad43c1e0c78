import type { GraphCluster, GraphElements, Point, Positions } from '../elements/elements.ts'
import { hullOf } from '../geometry/hull.ts'
import { GOLDEN_ANGLE } from '../geometry/sunflower.ts'
import { LEAST_HULL } from '../painting/scene.ts'
import { HULL_PADDING } from '../elements/style-table.ts'
import { standsAside } from './bubble-layout.ts'
import { clusterBody, spokesOf } from './cluster-body.ts'
import { Ground, nearestPlace } from './occupied-area.ts'
import { anchorsOf, type Seat } from './saved-arrangement.ts'

/** With fewer known wallets than this share, a fresh packing reads better than an old one with strangers in it. */
const LEAST_KNOWN = 0.5
const GAP = 4

/**
 * Where everything stands when a picture opens of which most was seen before; null where it is packed anew. Wallets known from
 * before keep their places; newcomers, and wallets that changed cluster, go to the nearest free place to where they belong:
 * their cluster, or the rim. A changed cluster that has no room where it stood goes elsewhere as a whole. Pure.
 */
export function keptPlaces(elements: GraphElements, seats: ReadonlyMap<string, Seat>): Map<string, Point> | null {
  const anchors = anchorsOf(elements, seats)
  const kept = new Map<string, Point>()
  for (const node of elements.nodes) {
    const seat = seats.get(node.id)
    if (seat !== undefined && seat.anchor === (anchors.get(node.id) ?? '')) kept.set(node.id, { x: seat.x, y: seat.y })
  }
  if (kept.size < elements.nodes.length * LEAST_KNOWN) return null
  const changed = changedAmong(elements, kept, seats, anchors)
  if (kept.size < elements.nodes.length || changed.size > 0) seatChanged(elements, kept, seats, changed)
  return kept
}

/** In the layout by time a place has a meaning: only what was pinned stays where it was. */
export function withPins(positions: Positions, seats: Positions, pinned: ReadonlySet<string>): Map<string, Point> {
  return new Map([...positions].map(([id, at]) => [id, pinned.has(id) ? (seats.get(id) ?? at) : at]))
}

function seatChanged(elements: GraphElements, kept: Map<string, Point>, seats: ReadonlyMap<string, Seat>, changed: ReadonlySet<GraphCluster>): void {
  const rim = new Rim(elements, kept)
  const ground = new Ground(elements.nodes.reduce((most, node) => Math.max(most, node.radius), 1))
  const clusters = elements.clusters.filter(({ members }) => members.length >= LEAST_HULL)
  const hulled = new Set(clusters.flatMap(({ members }) => members))
  for (const [id, at] of kept) if (!hulled.has(id)) ground.addWallet(at, elements.nodeById.get(id)?.radius ?? 0)
  seatClusters(clusters, changed, { elements, kept, seats, ground, rim })
  for (const node of elements.nodes) {
    if (kept.has(node.id)) continue
    const wish = middleOf(node.members, seats) ?? (standsAside(node) ? rim.right() : rim.next())
    const r = node.radius + GAP
    const at = nearestPlace(wish, stepFor(r), (place) => ground.isFree(place, r))
    ground.addWallet(at, node.radius)
    kept.set(node.id, at)
  }
}

interface Seating {
  readonly elements: GraphElements
  readonly kept: Map<string, Point>
  readonly seats: ReadonlyMap<string, Seat>
  readonly ground: Ground
  readonly rim: Rim
}

/**
 * Clusters of the same wallets as before stand first, and where they stood. Of the others, the largest first, those that have
 * room for who joined them stand there too; one whose hull would cross another, or cover a stranger, is packed anew and goes as
 * a whole to the nearest place where it does not.
 */
function seatClusters(clusters: readonly GraphCluster[], changed: ReadonlySet<GraphCluster>, seating: Seating): void {
  const { elements, kept, seats, ground, rim } = seating
  const moving: GraphCluster[] = []
  const [others, same] = [clusters.filter((cluster) => changed.has(cluster)), clusters.filter((cluster) => !changed.has(cluster))]
  for (const cluster of same) stand(cluster, kept, seating)
  for (const cluster of others) {
    const joined = withJoiners(cluster, seating)
    if (joined === null || ground.isMet(outlineOf(cluster, joined, elements))) moving.push(cluster)
    else stand(cluster, joined, seating)
  }
  const spokes = spokesOf(elements)
  for (const cluster of moving) {
    const body = clusterBody(cluster, elements, spokes, standsAside)
    const fits = (at: Point): boolean => body.footprint.every(({ x, y, r }) => ground.isFree({ x: at.x + x, y: at.y + y }, r))
    const at = nearestPlace(middleOf(cluster.members, seats) ?? rim.next(), stepFor(body.reach), fits)
    stand(cluster, new Map(body.seats.map(({ id, x, y }) => [id, { x: at.x + x, y: at.y + y }])), seating)
  }
}

/** Clusters that somebody joined, or left for another place in the picture. */
function changedAmong(
  { clusters, nodeById }: GraphElements,
  kept: Positions,
  seats: ReadonlyMap<string, Seat>,
  anchors: ReadonlyMap<string, string>,
): Set<GraphCluster> {
  const sizes = new Map<string, number>()
  for (const [id, { anchor }] of seats) if (nodeById.has(id)) sizes.set(anchor, (sizes.get(anchor) ?? 0) + 1)
  const isSame = ({ members }: GraphCluster): boolean =>
    sizes.get(anchors.get(members[0] ?? '') ?? '') === members.length && members.every((id) => kept.has(id))
  return new Set(clusters.filter((cluster) => !isSame(cluster)))
}

/** Its members where they stood, and who joined them beside them; null where nobody stood here. */
function withJoiners({ members }: GraphCluster, { elements, kept, ground }: Seating): Map<string, Point> | null {
  const places = new Map(members.flatMap((id) => [[id, kept.get(id)] as const]).filter((each): each is [string, Point] => each[1] !== undefined))
  if (places.size === 0) return null
  const own = new Ground(1)
  for (const [id, at] of places) own.addWallet(at, elements.nodeById.get(id)?.radius ?? 0)
  const centre = meanOf([...places.values()])
  for (const id of members) {
    if (places.has(id)) continue
    const radius = elements.nodeById.get(id)?.radius ?? 0
    const r = radius + GAP
    const at = nearestPlace(centre, stepFor(r), (place) => own.isFree(place, r) && ground.isFree(place, r))
    own.addWallet(at, radius)
    places.set(id, at)
  }
  return places
}

/** From now on the cluster stands there, and the ground under it is taken. */
function stand(cluster: GraphCluster, places: Positions, { elements, kept, ground }: Seating): void {
  for (const id of cluster.members) {
    const at = places.get(id)
    if (at === undefined) continue
    kept.set(id, at)
    ground.addWallet(at, elements.nodeById.get(id)?.radius ?? 0)
  }
  ground.addHull(outlineOf(cluster, places, elements))
}

function outlineOf({ members }: GraphCluster, places: Positions, { nodeById }: GraphElements): Point[] {
  const circles = members.flatMap((id) => {
    const [at, node] = [places.get(id), nodeById.get(id)]
    return at === undefined || node === undefined ? [] : [{ ...at, r: node.radius }]
  })
  return hullOf(circles, HULL_PADDING)
}

/** Between two tries for something of this size. */
const stepFor = (r: number): number => Math.max(3, r * 0.25)

/** Places along the edge of the heap, one after the other in ever new directions. */
class Rim {
  readonly #middle: Point
  readonly #half: Point
  #given = 0

  constructor(elements: GraphElements, kept: Positions) {
    let [left, right, top, bottom] = [0, 0, 0, 0]
    for (const [id, { x, y }] of kept) {
      const node = elements.nodeById.get(id)
      if (node === undefined || standsAside(node)) continue
      ;[left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)]
    }
    this.#middle = { x: (left + right) / 2, y: (top + bottom) / 2 }
    this.#half = { x: (right - left) / 2, y: (bottom - top) / 2 }
  }

  next(): Point {
    const angle = this.#given++ * GOLDEN_ANGLE
    return { x: this.#middle.x + Math.cos(angle) * this.#half.x, y: this.#middle.y + Math.sin(angle) * this.#half.y }
  }

  /** Where pools and exchanges stand. */
  right(): Point {
    return { x: this.#middle.x + this.#half.x + ASIDE, y: this.#middle.y }
  }
}

/** From the rim of the heap to a pool or an exchange that came to it. */
const ASIDE = 60

/** Where the wallets that a group stands for stood; null for none known. */
function middleOf(members: readonly string[], seats: ReadonlyMap<string, Point>): Point | null {
  const points = members.flatMap((id) => seats.get(id) ?? [])
  return points.length === 0 ? null : meanOf(points)
}

function meanOf(points: readonly Point[]): Point {
  const sum = points.reduce<Point>((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 })
  return { x: sum.x / points.length, y: sum.y / points.length }
}
