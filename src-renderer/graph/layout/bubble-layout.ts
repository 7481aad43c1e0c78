import type { GraphCluster, GraphElements, GraphNode, Point } from '../elements.ts'
import { enclose, type Circle } from '../geometry/enclose.ts'
import { packCircles } from '../geometry/pack-circles.ts'
import { HULL_PADDING, SERVICE_KINDS } from '../style-table.ts'
import { serviceColumn } from './service-column.ts'

/** Half the clear space between two members of a cluster: room for the links between them. */
const MEMBER_GAP = 11
/** Half the clear space between two hulls. */
const CLUSTER_GAP = 8
const LONER_GAP = 4
/** Windows are wider than high; so is the heap, less so where a column of services stands beside it. */
const ASPECT = { alone: 1.4, besideServices: 1.1 } as const
/** From the outermost wallet to the column of pools and exchanges. */
const COLUMN_GAP = 56

/**
 * The default picture: every cluster a packed disc, the largest in the middle, wallets alone packed around them, pools and
 * exchanges in a column of their own. Pure: same elements, same positions.
 */
export function bubbleLayout(elements: GraphElements): Map<string, Point> {
  const people = elements.nodes.filter((node) => !standsAside(node))
  const discs = elements.clusters.map((cluster) => clusterDisc(cluster, elements)).filter((disc) => disc.members.length > 0)
  const aspect = people.length < elements.nodes.length ? ASPECT.besideServices : ASPECT.alone
  const loners = people.filter((node) => node.cluster === null).sort(byRadius)
  const spots = packCircles([...discs.map((disc) => disc.r + CLUSTER_GAP), ...loners.map((node) => node.radius + LONER_GAP)], aspect)

  const positions = new Map<string, Point>()
  for (const [index, disc] of discs.entries()) {
    const at = spots[index] ?? { x: 0, y: 0 }
    for (const { id, x, y } of disc.members) positions.set(id, { x: at.x + x, y: at.y + y })
  }
  for (const [index, node] of loners.entries()) positions.set(node.id, spots[discs.length + index] ?? { x: 0, y: 0 })

  placeServices(elements, positions)
  return positions
}

/** Pools, exchanges, lockers and burns stand aside, unless the rules put one into a cluster. */
export function standsAside(node: GraphNode): boolean {
  return SERVICE_KINDS.has(node.kind) && node.cluster === null
}

const byRadius = (a: GraphNode, b: GraphNode): number => b.radius - a.radius || b.degree - a.degree || (a.id < b.id ? -1 : 1)

interface ClusterDisc {
  readonly r: number
  readonly members: readonly { readonly id: string; readonly x: number; readonly y: number }[]
}

/** Members around the one that most links meet in (a funder), or else around the largest. */
function clusterDisc(cluster: GraphCluster, elements: GraphElements): ClusterDisc {
  const members = cluster.members.flatMap((id) => elements.nodeById.get(id) ?? []).sort(byRadius)
  const hub = middleOf(members, elements)
  const ordered = hub === null ? members : [hub, ...members.filter((node) => node !== hub)]
  const spots = packCircles(ordered.map((node) => node.radius + MEMBER_GAP))
  const circles = ordered.map((node, index): Circle & { id: string } => ({ ...(spots[index] ?? { x: 0, y: 0 }), r: node.radius, id: node.id }))
  const around = enclose(circles)
  return {
    r: around.r + HULL_PADDING,
    members: circles.map(({ id, x, y }) => ({ id, x: x - around.x, y: y - around.y })),
  }
}

/** Links inside the cluster that make a member its middle. */
const LEAST_SPOKES = 3

function middleOf(members: readonly GraphNode[], elements: GraphElements): GraphNode | null {
  const inside = new Set(members.map((node) => node.id))
  const spokes = new Map<string, number>()
  for (const { source, target } of elements.links) {
    if (!inside.has(source) || !inside.has(target)) continue
    spokes.set(source, (spokes.get(source) ?? 0) + 1)
    spokes.set(target, (spokes.get(target) ?? 0) + 1)
  }
  let best: GraphNode | null = null
  let most = LEAST_SPOKES - 1
  for (const node of members) {
    const count = spokes.get(node.id) ?? 0
    if (count > most) [best, most] = [node, count]
  }
  return best
}

/** Puts pools, exchanges and the like right of everything placed so far. */
export function placeServices(elements: GraphElements, positions: Map<string, Point>): void {
  const services = elements.nodes.filter(standsAside).sort(byRadius)
  if (services.length === 0) return
  const extent = extentOf(elements, positions)
  const column = serviceColumn(services, extent.height)
  const x0 = extent.right + COLUMN_GAP
  for (const { id, x, y } of column) positions.set(id, { x: x0 + x, y: extent.middle + y })
}

function extentOf(elements: GraphElements, positions: ReadonlyMap<string, Point>): { right: number; middle: number; height: number } {
  let [right, top, bottom] = [0, 0, 0]
  for (const [id, { x, y }] of positions) {
    const r = elements.nodeById.get(id)?.radius ?? 0
    right = Math.max(right, x + r)
    top = Math.min(top, y - r)
    bottom = Math.max(bottom, y + r)
  }
  return { right, middle: (top + bottom) / 2, height: bottom - top }
}
