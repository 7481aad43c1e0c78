import type { Point } from '../elements/elements.ts'
import type { Circle } from './enclose.ts'

const SIDES = 24
const STEP = (2 * Math.PI) / SIDES
/** A corner that protrudes less than this counts as on the line. */
const FLAT = 1e-9

/**
 * The convex outline around circles, `padding` away from them, counter-clockwise. Empty without circles. Each circle is approximated by a regular
 * polygon. All polygons have the same orientation, so between two neighbouring sides only one corner of each polygon can be on the hull.
 */
export function hullOf(circles: readonly Circle[], padding: number): Point[] {
  const farthest = Array.from({ length: SIDES }, (_, side) => {
    const angle = (side - 0.5) * STEP
    return extreme(circles, padding, Math.cos(angle), Math.sin(angle))
  })
  const outline: Point[] = []
  for (let side = 0; side < SIDES; side++) {
    const [first, last] = [farthest[side], farthest[(side + 1) % SIDES]]
    if (first === undefined || last === undefined) continue
    const from = cornerOf(first, padding, side)
    outline.push(from)
    if (first === last) continue
    const to = cornerOf(last, padding, side)
    const corners = circles.map((circle) => cornerOf(circle, padding, side))
    outline.push(...between(corners, from, to), to)
  }
  return outline
}

function cornerOf({ x, y, r }: Circle, padding: number, side: number): Point {
  return { x: x + Math.cos(side * STEP) * (r + padding), y: y + Math.sin(side * STEP) * (r + padding) }
}

/** The circle that reaches farthest in a direction perpendicular to a side. */
function extreme(circles: readonly Circle[], padding: number, dx: number, dy: number): Circle | undefined {
  let best = circles[0]
  let most = -Infinity
  for (const circle of circles) {
    const reach = circle.x * dx + circle.y * dy + (circle.r + padding) * SIDE_SHARE
    if (reach <= most) continue
    best = circle
    most = reach
  }
  return best
}

/** Inradius of the polygon as a share of its circumradius. */
const SIDE_SHARE = Math.cos(STEP / 2)

/** The corners that protrude beyond the line between two corners, in order (QuickHull). */
function between(corners: readonly Point[], from: Point, to: Point): Point[] {
  let best: Point | null = null
  let most = FLAT
  for (const corner of corners) {
    const out = -turn(from, to, corner)
    if (out > most) [best, most] = [corner, out]
  }
  return best === null ? [] : [...between(corners, from, best), best, ...between(corners, best, to)]
}

/** Andrew's monotone chain. */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y)
  if (sorted.length < 3) return sorted
  const lower = halfHull(sorted)
  const upper = halfHull(sorted.reverse())
  return [...lower.slice(0, -1), ...upper.slice(0, -1)]
}

function halfHull(sorted: readonly Point[]): Point[] {
  const chain: Point[] = []
  for (const point of sorted) {
    while (chain.length >= 2) {
      const [a, b] = [chain[chain.length - 2], chain[chain.length - 1]]
      if (a === undefined || b === undefined || turn(a, b, point) > 0) break
      chain.pop()
    }
    chain.push(point)
  }
  return chain
}

function turn(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/** Whether two convex polygons overlap, by the separating axis theorem. */
export function intersect(a: readonly Point[], b: readonly Point[]): boolean {
  return !isSeparated(a, b) && !isSeparated(b, a)
}

function isSeparated(a: readonly Point[], b: readonly Point[]): boolean {
  return a.some((from, i) => {
    const to = a[(i + 1) % a.length] ?? from
    const [dx, dy] = [to.y - from.y, from.x - to.x]
    const along = ({ x, y }: Point): number => x * dx + y * dy
    return Math.max(...a.map(along)) <= Math.min(...b.map(along)) || Math.max(...b.map(along)) <= Math.min(...a.map(along))
  })
}

/** Distance from a point to a line segment. */
export function distanceToSegment(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const along = ((point.x - from.x) * dx + (point.y - from.y) * dy) / (dx * dx + dy * dy || 1)
  const share = Math.min(1, Math.max(0, along))
  return Math.hypot(from.x + dx * share - point.x, from.y + dy * share - point.y)
}

/** Whether a point is inside a polygon (even-odd rule). */
export function isInside(polygon: readonly Point[], point: Point): boolean {
  let inside = false
  let before = polygon[polygon.length - 1]
  for (const corner of polygon) {
    if (before !== undefined && corner.y > point.y !== before.y > point.y) {
      const crossing = ((before.x - corner.x) * (point.y - corner.y)) / (before.y - corner.y) + corner.x
      if (point.x < crossing) inside = !inside
    }
    before = corner
  }
  return inside
}
