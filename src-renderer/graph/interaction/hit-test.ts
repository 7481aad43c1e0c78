import { readPositions } from '../cytoscape/cytoscape-graph.ts'
import type { GraphElements, GraphLink, Point } from '../elements/elements.ts'
import { NODE_STYLES, SHAPE_SCALE } from '../elements/style-table.ts'
import { distanceToSegment, isInside } from '../geometry/hull.ts'
import { controlPoint } from '../painting/marks/link-marks.ts'
import { isInShape } from '../painting/marks/shapes.ts'
import { hasPlainLinks } from '../painting/scene.ts'
import { currentScene } from '../painting/current-scene.ts'
import type { Stage } from '../stage.ts'

/** Finds what is under the pointer: nodes, links and the hulls of clusters. */

/** The id of the topmost node within `reach` of a point, both in graph units; null if there is none. */
export function nodeAt({ cy, shown }: Pick<Stage, 'cy' | 'shown'>, point: Point, reach: number): string | null {
  const positions = readPositions(cy)
  const found = shown.nodes.findLast(({ id, kind, radius }) => {
    const at = positions.get(id)
    const { shape } = NODE_STYLES[kind]
    return at !== undefined && isInShape(shape, point.x - at.x, point.y - at.y, radius * SHAPE_SCALE[shape] + reach)
  })
  return found?.id ?? null
}

/** The cluster whose hull contains a point in graph units; the smallest if several overlap; null if there is none. */
export function clusterAt(stage: Stage, point: Point): number | null {
  const { hulls, elements } = currentScene(stage)
  let best: { id: number; size: number } | null = null
  for (const cluster of elements.clusters) {
    const outline = hulls.get(cluster.id)
    if (outline === undefined || !isInside(outline, point)) continue
    if (best === null || cluster.members.length < best.size) best = { id: cluster.id, size: cluster.members.length }
  }
  return best?.id ?? null
}

/** Maximum distance from a line at which the pointer still hits it, in pixels. */
const REACH = 4

/** The link under a point in graph units; null if there is none. */
export function linkAt(stage: Stage, point: Point): GraphLink | null {
  const { shown } = stage
  const { positions } = currentScene(stage)
  const straight = hasPlainLinks(shown)
  let best: GraphLink | null = null
  let nearest = REACH / stage.cy.zoom()
  for (const link of shown.links) {
    const [from, to] = [positions.get(link.source), positions.get(link.target)]
    if (from === undefined || to === undefined) continue
    const distance = straight || link.bend === 0 ? distanceToSegment(point, from, to) : toBow(point, from, to, apexOf(link, from, to, shown))
    if (distance < nearest) [best, nearest] = [link, distance]
  }
  return best
}

/** The point of a bow farthest from its chord: halfway to the control point. */
function apexOf(link: GraphLink, from: Point, to: Point, elements: GraphElements): Point {
  const radius = (id: string): number => elements.nodeById.get(id)?.radius ?? 0
  const pull = controlPoint({ ...from, r: radius(link.source) }, { ...to, r: radius(link.target) }, link.bend)
  return { x: from.x / 4 + pull.x / 2 + to.x / 4, y: from.y / 4 + pull.y / 2 + to.y / 4 }
}

/** Bows are shallow, so two straight lines through the apex are precise enough. */
function toBow(point: Point, from: Point, to: Point, apex: Point): number {
  return Math.min(distanceToSegment(point, from, apex), distanceToSegment(point, apex, to))
}
