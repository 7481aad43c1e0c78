import { hasPlainLinks } from './cytoscape-elements.ts'
import type { GraphLink, Point } from './elements.ts'
import { isInside } from './geometry/hull.ts'
import { sceneOf } from './scene-of.ts'
import type { Stage } from './stage.ts'

/** What lies under the pointer besides cytoscape's own elements. */

/** The cluster whose ground lies under a point in graph units; the smallest where several overlap; null for none. */
export function clusterAt(stage: Stage, point: Point): number | null {
  const { hulls, elements } = sceneOf(stage)
  let best: { id: number; size: number } | null = null
  for (const cluster of elements.clusters) {
    const outline = hulls.get(cluster.id)
    if (outline === undefined || !isInside(outline, point)) continue
    if (best === null || cluster.members.length < best.size) best = { id: cluster.id, size: cluster.members.length }
  }
  return best?.id ?? null
}

/** How near to a line the pointer must be, in pixels. */
const REACH = 4

/** The link under a point in graph units where links are painted without cytoscape; null for none, or where cytoscape knows better. */
export function linkAt(stage: Stage, point: Point): GraphLink | null {
  if (!hasPlainLinks(stage.shown)) return null
  const seats = stage.seats.seats()
  let best: GraphLink | null = null
  let nearest = REACH / stage.cy.zoom()
  for (const link of stage.shown.links) {
    const [from, to] = [seats.get(link.source), seats.get(link.target)]
    if (from === undefined || to === undefined) continue
    const distance = toSegment(point, from, to)
    if (distance < nearest) [best, nearest] = [link, distance]
  }
  return best
}

function toSegment(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const along = ((point.x - from.x) * dx + (point.y - from.y) * dy) / (dx * dx + dy * dy || 1)
  const share = Math.min(1, Math.max(0, along))
  return Math.hypot(from.x + dx * share - point.x, from.y + dy * share - point.y)
}
