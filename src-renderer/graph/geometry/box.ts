import type { Point } from '../elements/elements.ts'

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Around all points or circles; without any, it overlaps nothing. */
export function boxOf(points: Iterable<Point & { readonly r?: number }>): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, r = 0 } of points)
    [left, top, right, bottom] = [Math.min(left, x - r), Math.min(top, y - r), Math.max(right, x + r), Math.max(bottom, y + r)]
  return { left, top, right, bottom }
}

export function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
