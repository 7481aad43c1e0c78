import type { GraphNode, PackableElements, Point } from '../elements/elements.ts'
import { isService } from '../elements/style-table.ts'
import { boxOf, type Box } from '../geometry/box.ts'
import { packBelt } from './belt.ts'
import { byRadius, clusterBody, countSpokes, walletBody } from './cluster-body.ts'
import { placeBodies } from './place-bodies.ts'
import { serviceColumn, type PlacedNode } from './service-column.ts'

const LONER_GAP = 3.5
/** A wallet outside all clusters with at least this percentage of supply is packed among the clusters, not in the belt around them. */
const LARGE_LONER_PCT = 1
/** Panels are wider than high, and so is the layout, less so with a column of services beside it. */
const ASPECT = { alone: 1.5, besideServices: 1.15 } as const
/** Width to height of the panel between rail, inspector and tables. */
const WINDOW_ASPECT = 1.9
/** Distance from the outermost wallet to the column of pools and exchanges. */
const COLUMN_GAP = 48

/**
 * The default layout: clusters and large wallets packed around the largest, the other wallets as a belt around them, and services in a separate
 * column. Pure: the same elements give the same positions.
 */
export function bubbleLayout(elements: PackableElements): Map<string, Point> {
  const wallets = elements.nodes.filter((node) => !isService(node))
  const aspect = wallets.length < elements.nodes.length ? ASPECT.besideServices : ASPECT.alone
  const loners = wallets.filter((node) => node.cluster === null).sort(byRadius)
  const spokes = countSpokes(elements)
  const bodies = [
    ...elements.clusters.map((cluster) => clusterBody(cluster, elements, spokes, isService)).filter((body) => body.positions.length > 0),
    ...loners.filter((node) => node.percentage >= LARGE_LONER_PCT).map((node) => walletBody(node, 2 * LONER_GAP)),
  ].sort((a, b) => b.pct - a.pct)
  const positions = new Map<string, Point>()

  const core = placeBodies(bodies, aspect).flatMap((at, index) => {
    const body = bodies[index]
    for (const { id, x, y } of body?.positions ?? []) positions.set(id, { x: at.x + x, y: at.y + y })
    return (body?.footprint ?? []).map(({ x, y, r }) => ({ x: at.x + x, y: at.y + y, r }))
  })

  const belt = loners.filter((node) => node.percentage < LARGE_LONER_PCT)
  const spots = packBelt(
    core,
    belt.map((node) => node.radius + LONER_GAP),
    aspect,
  )
  for (const [index, node] of belt.entries()) positions.set(node.id, spots[index] ?? { x: 0, y: 0 })

  placeServices(elements, positions)
  return positions
}

/** Puts services to the right of everything placed so far. */
export function placeServices(elements: PackableElements, positions: Map<string, Point>): void {
  const services = elements.nodes.filter(isService).sort((a, b) => b.percentage - a.percentage || byRadius(a, b))
  if (services.length === 0) return
  for (const { id } of services) positions.delete(id)
  const rest = boxOf([{ x: 0, y: 0 }, ...[...positions].map(([id, { x, y }]) => ({ x, y, r: elements.nodeById.get(id)?.radius ?? 0 }))])
  const x0 = rest.right + COLUMN_GAP
  const middle = (rest.top + rest.bottom) / 2
  for (const { id, x, y } of bestColumn(services, rest)) positions.set(id, { x: x0 + x, y: middle + y })
}

/** Column heights to try, as multiples of the height of the other nodes. Fewer, taller columns leave more width for these. */
const HEIGHTS = [1, 1.2, 1.4, 1.7, 2]
/** Space for the names to the right of the last column. */
const NAMES_WIDTH = 90

/** The columns that make the whole graph largest in a panel of the usual shape. */
function bestColumn(services: readonly GraphNode[], { left, top, right: end, bottom: low }: Box): PlacedNode[] {
  const height = low - top
  const radius = new Map(services.map((node) => [node.id, node.radius]))
  const needs = (placed: readonly PlacedNode[]): number => {
    const right = Math.max(...placed.map(({ id, x }) => x + (radius.get(id) ?? 0)))
    const bottom = Math.max(...placed.map(({ id, y }) => y + (radius.get(id) ?? 0)))
    const width = end - left + COLUMN_GAP + right + NAMES_WIDTH
    return Math.max(width / WINDOW_ASPECT, height, 2 * bottom)
  }
  const tried = HEIGHTS.map((times) => serviceColumn(services, height * times))
  return tried.reduce((best, placed) => (needs(placed) < needs(best) ? placed : best))
}
