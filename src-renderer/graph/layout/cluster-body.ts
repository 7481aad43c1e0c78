import type { GraphCluster, GraphNode, PackableElements } from '../elements/elements.ts'
import { enclose, type Circle } from '../geometry/enclose.ts'
import { hullOf } from '../geometry/hull.ts'
import { packCircles } from '../geometry/pack-circles.ts'
import { HULL_PADDING } from '../elements/style-table.ts'

/** Half the clear space between two members, which leaves room for the links between them. */
const MEMBER_GAP = 11
/** Half the clear space between the hulls of two clusters. */
const CLUSTER_GAP = 5
/** Space for the label above a hull, in graph units. */
const LABEL_HALF_HEIGHT = 8
const LABEL_STEPS = [-26, -13, 0, 13, 26] as const

/** A cluster or a large wallet, placed as a whole. Coordinates are relative to its centre. */
export interface Body {
  readonly positions: readonly { readonly id: string; readonly x: number; readonly y: number }[]
  /** Circles that nothing else may overlap: members with their hull, and the label. */
  readonly footprint: readonly Circle[]
  readonly reach: number
  readonly pct: number
}

/** Packs members around the one with the most links inside the cluster (a funder), else around the largest. */
export function clusterBody(
  cluster: GraphCluster,
  elements: PackableElements,
  spokes: ReadonlyMap<string, number>,
  aside: (node: GraphNode) => boolean,
): Body {
  const members = cluster.members
    .flatMap((id) => elements.nodeById.get(id) ?? [])
    .filter((node) => !aside(node))
    .sort(byRadius)
  const hub = middleOf(members, spokes)
  const ordered = hub === null ? members : [hub, ...members.filter((node) => node !== hub)]
  const spots = packCircles(ordered.map((node) => node.radius + MEMBER_GAP))
  const circles = ordered.map((node, index): Circle => ({ ...(spots[index] ?? { x: 0, y: 0 }), r: node.radius }))
  const middle = enclose(circles)
  const centred = circles.map(({ x, y, r }) => ({ x: x - middle.x, y: y - middle.y, r }))
  const footprint = centred.map((circle) => ({ ...circle, r: circle.r + HULL_PADDING + CLUSTER_GAP }))
  return {
    positions: centred.map(({ x, y }, index) => ({ id: ordered[index]?.id ?? '', x, y })),
    footprint: [...edgeFootprint(centred), ...labelFootprint(centred), ...footprint],
    reach: middle.r + HULL_PADDING + CLUSTER_GAP,
    pct: cluster.pct,
  }
}

export function walletBody(node: GraphNode, gap: number): Body {
  const r = node.radius + gap
  return { positions: [{ id: node.id, x: 0, y: 0 }], footprint: [{ x: 0, y: 0, r }], reach: r, pct: node.percentage }
}

/** Largest first, then most links, then by address, so the order is deterministic. */
export function byRadius(a: GraphNode, b: GraphNode): number {
  return b.radius - a.radius || b.degree - a.degree || (a.id < b.id ? -1 : 1)
}

/** Small circles along the edge of the hull. The edge is straight, the members' outline is not. */
function edgeFootprint(circles: readonly Circle[]): Circle[] {
  const outline = hullOf(circles, HULL_PADDING)
  return outline.flatMap((from, index) => {
    const to = outline[(index + 1) % outline.length] ?? from
    const steps = Math.floor(Math.hypot(to.x - from.x, to.y - from.y) / EDGE_STEP)
    return Array.from({ length: steps }, (_, step): Circle => ({
      x: from.x + ((to.x - from.x) * (step + 1)) / (steps + 1),
      y: from.y + ((to.y - from.y) * (step + 1)) / (steps + 1),
      r: CLUSTER_GAP,
    }))
  })
}

const EDGE_STEP = 10

function labelFootprint(circles: readonly Circle[]): Circle[] {
  const top = circles.reduce((least, { y, r }) => Math.min(least, y - r), 0) - HULL_PADDING - LABEL_HALF_HEIGHT
  const middle = circles.reduce((sum, { x }) => sum + x, 0) / Math.max(1, circles.length)
  return LABEL_STEPS.map((dx) => ({ x: middle + dx, y: top, r: LABEL_HALF_HEIGHT }))
}

/** Minimum number of links inside the cluster that makes a member its centre. */
const MIN_SPOKES = 3

function middleOf(members: readonly GraphNode[], spokes: ReadonlyMap<string, number>): GraphNode | null {
  let best: GraphNode | null = null
  let most = MIN_SPOKES - 1
  for (const node of members) {
    const count = spokes.get(node.id) ?? 0
    if (count > most) [best, most] = [node, count]
  }
  return best
}

/** The number of links of each wallet inside its own cluster. */
export function countSpokes(elements: PackableElements): Map<string, number> {
  const spokes = new Map<string, number>()
  for (const { source, target, inside } of elements.links) {
    if (!inside) continue
    spokes.set(source, (spokes.get(source) ?? 0) + 1)
    spokes.set(target, (spokes.get(target) ?? 0) + 1)
  }
  return spokes
}
