import type { Point } from './elements.ts'
import { isInside } from './geometry/hull.ts'
import { sceneOf } from './scene-of.ts'
import type { Stage } from './stage.ts'

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
