import type { GraphElements, GraphNode, Point } from '../elements.ts'
import { DiscGrid } from '../geometry/disc-grid.ts'
import type { LayoutName } from '../view-store.ts'
import { bubbleLayout } from './bubble-layout.ts'
import { anchorsOf, type Seat } from './remembered.ts'
import { timeLayout } from './time-layout.ts'

/** With fewer known wallets than this share, a fresh packing reads better than an old one with strangers in it. */
const LEAST_KNOWN = 0.5
const GAP = 4

/**
 * Where everything stands when a picture opens. Wallets known from before keep their places; newcomers, and wallets that
 * changed cluster, go to the nearest free place to where they belong. In the layout by time a place has a meaning: only what
 * was pinned stays. Pure.
 */
export function placeElements(
  elements: GraphElements,
  seats: ReadonlyMap<string, Seat>,
  layout: LayoutName = 'bubbles',
  pinned: ReadonlySet<string> = NOTHING,
): Map<string, Point> {
  if (layout === 'time') return new Map([...timeLayout(elements).positions].map(([id, at]) => [id, pinned.has(id) ? (seats.get(id) ?? at) : at]))
  const anchors = anchorsOf(elements)
  const kept = new Map<string, Point>()
  for (const node of elements.nodes) {
    const seat = seats.get(node.id)
    if (seat !== undefined && staysWith(seat, anchors.get(node.id) ?? '', seats)) kept.set(node.id, { x: seat.x, y: seat.y })
  }
  if (kept.size < elements.nodes.length * LEAST_KNOWN) return bubbleLayout(elements)
  if (kept.size < elements.nodes.length) seatNewcomers(elements, kept, seats)
  return kept
}

const NOTHING: ReadonlySet<string> = new Set()

/** Same cluster as before: the anchor itself, or an anchor that stood in the same cluster. */
function staysWith(seat: Seat, anchor: string, seats: ReadonlyMap<string, Seat>): boolean {
  return seat.anchor === anchor || (anchor !== '' && seat.anchor !== '' && seats.get(anchor)?.anchor === seat.anchor)
}

function seatNewcomers(elements: GraphElements, kept: Map<string, Point>, seats: ReadonlyMap<string, Seat>): void {
  const fresh = bubbleLayout(elements)
  const grid = new DiscGrid(elements.nodes.reduce((most, node) => Math.max(most, node.radius), 1))
  for (const [id, at] of kept) grid.add(at, elements.nodeById.get(id)?.radius ?? 0)
  const centres = centresOf(elements, kept)
  for (const node of elements.nodes) {
    if (kept.has(node.id)) continue
    const wish = middleOf(node.members, seats) ??
      (node.cluster === null ? undefined : centres.get(node.cluster)) ??
      fresh.get(node.id) ?? { x: 0, y: 0 }
    const at = nearestFree(grid, wish, node)
    grid.add(at, node.radius)
    kept.set(node.id, at)
  }
}

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

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))
const MOST_TRIES = 20_000

/** Walks outwards on a sunflower spiral until the circle fits. */
function nearestFree(grid: DiscGrid, from: Point, node: GraphNode): Point {
  const r = node.radius + GAP
  const step = Math.max(3, r * 0.5)
  for (let i = 0; i < MOST_TRIES; i++) {
    const distance = step * Math.sqrt(i)
    const at = { x: from.x + Math.cos(i * GOLDEN_ANGLE) * distance, y: from.y + Math.sin(i * GOLDEN_ANGLE) * distance }
    if (grid.isFree(at, r)) return at
  }
  return from
}
