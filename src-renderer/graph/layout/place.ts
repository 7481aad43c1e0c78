import type { GraphElements, Point, Positions } from '../elements.ts'
import { DiscGrid } from '../geometry/disc-grid.ts'
import { standsAside } from './bubble-layout.ts'
import { clusterBody, spokesOf } from './cluster-body.ts'
import { anchorsOf, type Seat } from './remembered.ts'

/** With fewer known wallets than this share, a fresh packing reads better than an old one with strangers in it. */
const LEAST_KNOWN = 0.5
const GAP = 4

/**
 * Where everything stands when a picture opens of which most was seen before; null where it is packed anew. Wallets known from
 * before keep their places; newcomers, and wallets that changed cluster, go to the nearest free place to where they belong:
 * their cluster, or the rim. Pure.
 */
export function keptPlaces(elements: GraphElements, seats: ReadonlyMap<string, Seat>): Map<string, Point> | null {
  const anchors = anchorsOf(elements)
  const kept = new Map<string, Point>()
  for (const node of elements.nodes) {
    const seat = seats.get(node.id)
    if (seat !== undefined && staysWith(seat, anchors.get(node.id) ?? '', seats)) kept.set(node.id, { x: seat.x, y: seat.y })
  }
  if (kept.size < elements.nodes.length * LEAST_KNOWN) return null
  if (kept.size < elements.nodes.length) seatNewcomers(elements, kept, seats)
  return kept
}

/** In the layout by time a place has a meaning: only what was pinned stays where it was. */
export function withPins(positions: Positions, seats: Positions, pinned: ReadonlySet<string>): Map<string, Point> {
  return new Map([...positions].map(([id, at]) => [id, pinned.has(id) ? (seats.get(id) ?? at) : at]))
}

/** Same cluster as before: the anchor itself, or an anchor that stood in the same cluster. */
function staysWith(seat: Seat, anchor: string, seats: ReadonlyMap<string, Seat>): boolean {
  return seat.anchor === anchor || (anchor !== '' && seat.anchor !== '' && seats.get(anchor)?.anchor === seat.anchor)
}

function seatNewcomers(elements: GraphElements, kept: Map<string, Point>, seats: ReadonlyMap<string, Seat>): void {
  const grid = new DiscGrid(elements.nodes.reduce((most, node) => Math.max(most, node.radius), 1))
  for (const [id, at] of kept) grid.add(at, elements.nodeById.get(id)?.radius ?? 0)
  const rim = new Rim(elements, kept)
  seatNewClusters(elements, kept, seats, grid, rim)
  const centres = centresOf(elements, kept)
  for (const node of elements.nodes) {
    if (kept.has(node.id)) continue
    const centre = node.cluster === null ? undefined : centres.get(node.cluster)
    const wish = middleOf(node.members, seats) ?? centre ?? (standsAside(node) ? rim.right() : rim.next())
    const at = nearestFree(grid, wish, node.radius + GAP)
    grid.add(at, node.radius)
    kept.set(node.id, at)
  }
}

/** A cluster in which nobody keeps a place comes as a whole: near where its members stood, or else beside the others. */
function seatNewClusters(elements: GraphElements, kept: Map<string, Point>, seats: ReadonlyMap<string, Seat>, grid: DiscGrid, rim: Rim): void {
  const unseen = elements.clusters.filter(({ members }) => members.every((id) => !kept.has(id) && elements.nodeById.get(id)?.members.length === 0))
  if (unseen.length === 0) return
  const spokes = spokesOf(elements)
  for (const cluster of unseen) {
    const body = clusterBody(cluster, elements, spokes, standsAside)
    const at = nearestFree(grid, middleOf(cluster.members, seats) ?? rim.next(), body.reach)
    for (const { id, x, y } of body.seats) kept.set(id, { x: at.x + x, y: at.y + y })
    grid.add(at, body.reach)
  }
}

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))

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

function centresOf(elements: GraphElements, kept: ReadonlyMap<string, Point>): Map<number, Point> {
  const centres = new Map<number, Point>()
  for (const cluster of elements.clusters) {
    const points = cluster.members.flatMap((id) => kept.get(id) ?? [])
    if (points.length > 0) centres.set(cluster.id, meanOf(points))
  }
  return centres
}

/** Where the wallets that a group stands for stood; null for none known. */
function middleOf(members: readonly string[], seats: ReadonlyMap<string, Point>): Point | null {
  const points = members.flatMap((id) => seats.get(id) ?? [])
  return points.length === 0 ? null : meanOf(points)
}

function meanOf(points: readonly Point[]): Point {
  const sum = points.reduce<Point>((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 })
  return { x: sum.x / points.length, y: sum.y / points.length }
}

const MOST_TRIES = 20_000

/** Walks outwards on a sunflower spiral until a circle of this radius fits. */
function nearestFree(grid: DiscGrid, from: Point, r: number): Point {
  const step = Math.max(3, r * 0.5)
  for (let i = 0; i < MOST_TRIES; i++) {
    const distance = step * Math.sqrt(i)
    const at = { x: from.x + Math.cos(i * GOLDEN_ANGLE) * distance, y: from.y + Math.sin(i * GOLDEN_ANGLE) * distance }
    if (grid.isFree(at, r)) return at
  }
  return from
}
