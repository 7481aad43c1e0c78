import type { Point } from '../elements/elements.ts'

export interface Circle extends Point {
  readonly r: number
}

const STEPS = 120

/**
 * A small circle around all circles. Starts at their mean and moves towards the farthest one in ever shorter steps (Bădoiu and Clarkson 2003). It
 * always encloses all of them and is within one percent of the smallest such circle.
 */
export function enclose(circles: readonly Circle[]): Circle {
  const [first] = circles
  if (first === undefined) return { x: 0, y: 0, r: 0 }
  let [x, y] = [first.x, first.y]
  for (let step = 1; step <= STEPS; step++) {
    const far = farthest(circles, x, y)
    x += (far.circle.x - x) / (step + 1)
    y += (far.circle.y - y) / (step + 1)
  }
  return { x, y, r: farthest(circles, x, y).reach }
}

function farthest(circles: readonly Circle[], x: number, y: number): { circle: Point; reach: number } {
  let best = { circle: { x, y } as Point, reach: 0 }
  for (const circle of circles) {
    const reach = Math.hypot(circle.x - x, circle.y - y) + circle.r
    if (reach > best.reach) best = { circle, reach }
  }
  return best
}
