import type { GraphElements, GraphNode, Point } from '../elements.ts'
import { DiscGrid } from '../geometry/disc-grid.ts'
import { HULL_PADDING } from '../style-table.ts'
import { placeServices, standsAside } from './bubble-layout.ts'
import { byRadius } from './cluster-body.ts'
import { timeScale, type TimeScale } from './time-scale.ts'

const WALLET_GAP = 5
/** Between two bands: their hulls, and the label of the lower one. */
const BAND_GAP = 2 * HULL_PADDING + 18
/** From the last band to the wallets alone. */
const LONER_GAP = 40
/** Left of the axis: wallets of which no source tells when they were first seen. */
export const TIMELESS_GAP = 90
/** A wallet may leave its moment by this share of the way it leaves its row: a crowd of one minute reads as a lens, not as a wall. */
const SIDEWAYS = 0.16
const WIDTHS = [900, 1_400, 2_100, 3_200, 4_800]
/** Width to height of the picture's room, near enough. */
const ROOM_ASPECT = 1.6

/** The picture by time and its scale: x is when a wallet was first seen, y packs clusters as bands, wallets alone below them. Pure. */
export interface TimeLayout {
  readonly positions: Map<string, Point>
  readonly scale: TimeScale | null
  /** Whether some wallets stand left of the axis. */
  readonly hasTimeless: boolean
}

const known = new WeakMap<GraphElements, TimeLayout>()

export function timeLayout(elements: GraphElements): TimeLayout {
  const before = known.get(elements)
  if (before !== undefined) return before
  let best: TimeLayout | null = null
  for (const width of WIDTHS) {
    best = atWidth(elements, width)
    if (best.scale === null || aspectOf(best.positions) >= ROOM_ASPECT) break
  }
  const made = best ?? { positions: new Map<string, Point>(), scale: null, hasTimeless: false }
  known.set(elements, made)
  return made
}

function atWidth(elements: GraphElements, width: number): TimeLayout {
  const scale = timeScale(elements, width)
  const people = elements.nodes.filter((node) => !standsAside(node))
  const timeless = people.some((node) => node.since === null)
  const xOf = (node: GraphNode): number => (scale === null || node.since === null ? -TIMELESS_GAP : scale.xOf(node.since))
  const positions = new Map<string, Point>()
  const rows = new Rows()
  for (const cluster of elements.clusters) {
    const members = cluster.members.flatMap((id) => elements.nodeById.get(id) ?? []).filter((node) => !standsAside(node))
    if (members.length === 0) continue
    const band = swarm(members, xOf)
    const y = rows.place(band) - band.top
    for (const [id, at] of band.seats) positions.set(id, { x: at.x, y: at.y + y })
  }
  const loners = swarm(
    people.filter((node) => node.cluster === null),
    xOf,
  )
  const below = rows.bottom + LONER_GAP - loners.top
  for (const [id, at] of loners.seats) positions.set(id, { x: at.x, y: at.y + below })
  placeServices(elements, positions)
  return { positions, scale, hasTimeless: timeless && scale !== null }
}

interface Band {
  readonly seats: ReadonlyMap<string, Point>
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Wallets at their moments, each as near to the middle of the row as the larger ones before it leave room. */
function swarm(nodes: readonly GraphNode[], xOf: (node: GraphNode) => number): Band {
  const grid = new DiscGrid(nodes.reduce((most, node) => Math.max(most, node.radius), 1) + WALLET_GAP)
  const seats = new Map<string, Point>()
  let [left, right, top, bottom] = [Infinity, -Infinity, 0, 0]
  const full = new Map<number, number>()
  for (const node of [...nodes].sort(byRadius)) {
    const x = xOf(node)
    const at = freeSeat(grid, x, node.radius + WALLET_GAP, full)
    grid.add(at, node.radius + WALLET_GAP)
    seats.set(node.id, at)
    left = Math.min(left, at.x - node.radius)
    right = Math.max(right, at.x + node.radius)
    top = Math.min(top, at.y - node.radius)
    bottom = Math.max(bottom, at.y + node.radius)
  }
  return { seats, left, right, top, bottom }
}

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))
const MOST_TRIES = 20_000
/** Wallets whose moments are this near share what is known about full places, in graph units. */
const COLUMN = 12

/** The nearest free place on a tall narrow spiral around a moment. */
function freeSeat(grid: DiscGrid, x: number, r: number, full: Map<number, number>): Point {
  const column = Math.round(x / COLUMN)
  const step = Math.max(2.5, r * 0.6)
  // Larger ones came first: where they found no room near the middle, this one may, but not far inside.
  const start = Math.floor((full.get(column) ?? 0) * 0.7)
  for (let i = start; i < start + MOST_TRIES; i++) {
    const [angle, distance] = [i * GOLDEN_ANGLE, step * Math.sqrt(i)]
    const at = { x: x + Math.cos(angle) * distance * SIDEWAYS, y: Math.sin(angle) * distance }
    if (!grid.isFree(at, r)) continue
    full.set(column, i)
    return at
  }
  return { x, y: 0 }
}

/** Bands above and beside each other: two that do not meet in time share a row. */
class Rows {
  readonly #rows: { top: number; height: number; taken: { left: number; right: number }[] }[] = []
  bottom = 0

  /** Answers the top of the place that the band now has. */
  place(band: Band): number {
    const [left, right, height] = [band.left - BAND_GAP, band.right + BAND_GAP, band.bottom - band.top]
    const row = this.#rows.find((each) => each.height >= height && each.taken.every((other) => other.right < left || right < other.left))
    if (row !== undefined) {
      row.taken.push({ left, right })
      return row.top + (row.height - height) / 2
    }
    const top = this.bottom + (this.#rows.length === 0 ? 0 : BAND_GAP)
    this.#rows.push({ top, height, taken: [{ left, right }] })
    this.bottom = top + height
    return top
  }
}

function aspectOf(positions: ReadonlyMap<string, Point>): number {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const { x, y } of positions.values()) {
    ;[left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)]
  }
  return (right - left) / Math.max(1, bottom - top)
}
