import type { GraphNode, Packable, Point } from '../elements/elements.ts'
import { SERVICE_KINDS } from '../elements/style-table.ts'
import { packBelt } from './belt.ts'
import { byRadius, clusterBody, spokesOf, walletBody } from './cluster-body.ts'
import { placeBodies } from './place-bodies.ts'
import { serviceColumn, type PlacedNode } from './service-column.ts'

const LONER_GAP = 3.5
/** A wallet alone with this much of supply, in percent, stands among the clusters and not in the belt around them. */
const LARGE_LONER = 1
/** Windows are wider than high; so is the heap, less so where a column of services stands beside it. */
const ASPECT = { alone: 1.5, besideServices: 1.15 } as const
/** Width to height of the picture's room between rail, inspector and tables. */
const WINDOW_ASPECT = 1.9
/** From the outermost wallet to the column of pools and exchanges. */
const COLUMN_GAP = 48

/**
 * The default picture: clusters and large wallets packed around the largest, the other wallets as a belt around them, pools
 * and exchanges in a column of their own. Pure: same elements, same positions.
 */
export function bubbleLayout(elements: Packable): Map<string, Point> {
  const people = elements.nodes.filter((node) => !standsAside(node))
  const aspect = people.length < elements.nodes.length ? ASPECT.besideServices : ASPECT.alone
  const loners = people.filter((node) => node.cluster === null).sort(byRadius)
  const spokes = spokesOf(elements)
  const bodies = [
    ...elements.clusters.map((cluster) => clusterBody(cluster, elements, spokes, standsAside)).filter((body) => body.positions.length > 0),
    ...loners.filter((node) => node.percentage >= LARGE_LONER).map((node) => walletBody(node, 2 * LONER_GAP)),
  ].sort((a, b) => b.pct - a.pct)
  const positions = new Map<string, Point>()

  const core = placeBodies(bodies, aspect).flatMap((at, index) => {
    const body = bodies[index]
    for (const { id, x, y } of body?.positions ?? []) positions.set(id, { x: at.x + x, y: at.y + y })
    return (body?.footprint ?? []).map(({ x, y, r }) => ({ x: at.x + x, y: at.y + y, r }))
  })

  const belt = loners.filter((node) => node.percentage < LARGE_LONER)
  const spots = packBelt(
    core,
    belt.map((node) => node.radius + LONER_GAP),
    aspect,
  )
  for (const [index, node] of belt.entries()) positions.set(node.id, spots[index] ?? { x: 0, y: 0 })

  placeServices(elements, positions)
  return positions
}

/** Pools, exchanges, lockers and burns stand aside, unless the rules put one into a cluster. */
export function standsAside(node: GraphNode): boolean {
  return SERVICE_KINDS.has(node.kind) && node.cluster === null
}

/** Puts pools, exchanges and the like right of everything placed so far. */
export function placeServices(elements: Packable, positions: Map<string, Point>): void {
  const services = elements.nodes.filter(standsAside).sort(byRadius)
  if (services.length === 0) return
  for (const { id } of services) positions.delete(id)
  const extent = extentOf(elements, positions)
  const column = bestColumn(services, extent)
  const x0 = extent.right + COLUMN_GAP
  for (const { id, x, y } of column) positions.set(id, { x: x0 + x, y: extent.middle + y })
}

/** Column heights tried, as multiples of the heap's height: taller ones are fewer, and leave the heap more of the window's width. */
const HEIGHTS = [1, 1.2, 1.4, 1.7, 2]
/** Room for the names right of the last column. */
const NAMES_WIDTH = 90

/** The columns with which the whole picture is largest in a window of the usual shape. */
function bestColumn(services: readonly GraphNode[], heap: Extent): PlacedNode[] {
  const radius = new Map(services.map((node) => [node.id, node.radius]))
  const needs = (placed: readonly PlacedNode[]): number => {
    const right = Math.max(...placed.map(({ id, x }) => x + (radius.get(id) ?? 0)))
    const bottom = Math.max(...placed.map(({ id, y }) => y + (radius.get(id) ?? 0)))
    const width = heap.right - heap.left + COLUMN_GAP + right + NAMES_WIDTH
    return Math.max(width / WINDOW_ASPECT, heap.height, 2 * bottom)
  }
  const tried = HEIGHTS.map((times) => serviceColumn(services, heap.height * times))
  return tried.reduce((best, placed) => (needs(placed) < needs(best) ? placed : best))
}

interface Extent {
  readonly left: number
  readonly right: number
  readonly middle: number
  readonly height: number
}

function extentOf(elements: Packable, positions: ReadonlyMap<string, Point>): Extent {
  let [left, right, top, bottom] = [0, 0, 0, 0]
  for (const [id, { x, y }] of positions) {
    const r = elements.nodeById.get(id)?.radius ?? 0
    left = Math.min(left, x - r)
    right = Math.max(right, x + r)
    top = Math.min(top, y - r)
    bottom = Math.max(bottom, y + r)
  }
  return { left, right, middle: (top + bottom) / 2, height: bottom - top }
}
