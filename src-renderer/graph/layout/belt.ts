import type { Point } from '../elements/elements.ts'
import type { Circle } from '../geometry/enclose.ts'
import { convexHull, isInside } from '../geometry/hull.ts'
import { packCircles } from '../geometry/pack-circles.ts'

const DIRECTIONS = 64
const POST_RADIUS = 6
const POST_STEP = 9

/** Packs circles as a belt around a core: outside its outline, nearest to its centre first. */
export function packBelt(core: readonly Circle[], radii: readonly number[], aspect: number): Point[] {
  const outline = outlineOf(core)
  if (outline.length < 3) return packCircles(radii, aspect)
  const middle = middleOf(outline)
  const centred = outline.map(({ x, y }) => ({ x: x - middle.x, y: y - middle.y }))
  const spots = packCircles(radii, aspect, { posts: postsAlong(centred), isForbidden: (at) => isInside(centred, at) })
  return spots.map(({ x, y }) => ({ x: x + middle.x, y: y + middle.y }))
}

/** The convex hull of the farthest points in 64 directions, which is cheaper than the hull of all points. */
function outlineOf(core: readonly Circle[]): Point[] {
  const farthest = Array.from({ length: DIRECTIONS }, (_, i) => {
    const [dx, dy] = [Math.cos((i / DIRECTIONS) * 2 * Math.PI), Math.sin((i / DIRECTIONS) * 2 * Math.PI)]
    let reach = -Infinity
    let point: Point = { x: 0, y: 0 }
    for (const { x, y, r } of core) {
      const along = x * dx + y * dy + r
      if (along > reach) [reach, point] = [along, { x: x + dx * r, y: y + dy * r }]
    }
    return point
  })
  return core.length === 0 ? [] : convexHull(farthest)
}

function middleOf(outline: readonly Point[]): Point {
  const [xs, ys] = [outline.map(({ x }) => x), outline.map(({ y }) => y)]
  return { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 }
}

/** Small circles close together along the outline. The first circles of the belt find corners between them. */
function postsAlong(outline: readonly Point[]): Circle[] {
  return outline.flatMap((from, index) => {
    const to = outline[(index + 1) % outline.length] ?? from
    const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / POST_STEP))
    return Array.from({ length: steps }, (_, step): Circle => ({
      x: from.x + ((to.x - from.x) * step) / steps,
      y: from.y + ((to.y - from.y) * step) / steps,
      r: POST_RADIUS,
    }))
  })
}
