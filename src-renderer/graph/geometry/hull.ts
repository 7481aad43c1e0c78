import type { Point } from '../elements.ts'
import type { Circle } from './enclose.ts'

const SIDES = 24

/** The convex outline around circles, `padding` away from them, counter-clockwise. Empty for no circles. */
export function hullOf(circles: readonly Circle[], padding: number): Point[] {
  const points: Point[] = []
  for (const { x, y, r } of circles) {
    for (let side = 0; side < SIDES; side++) {
      const angle = (side / SIDES) * 2 * Math.PI
      points.push({ x: x + Math.cos(angle) * (r + padding), y: y + Math.sin(angle) * (r + padding) })
    }
  }
  return convexHull(points)
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

/** Whether a point lies inside a polygon (even-odd rule). */
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
