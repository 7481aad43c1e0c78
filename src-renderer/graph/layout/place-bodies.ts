import type { Point } from '../elements/elements.ts'
import { DiscGrid } from '../geometry/disc-grid.ts'
import type { Circle } from '../geometry/enclose.ts'
import { seedAt } from '../geometry/sunflower.ts'
import type { Body } from './cluster-body.ts'

/** Small bodies are tried on a finer spiral than large ones. Graph units. */
const MIN_STEP = 5
const STEP_SHARE = 0.14
const FARTHEST = 20_000

/**
 * Puts each body at the free position nearest to the centre, searched along a sunflower spiral. Bodies keep their outlines, so a long thin cluster
 * occupies no more area than it needs. `aspect` above 1 makes the result wider than high.
 */
export function placeBodies(bodies: readonly Body[], aspect: number): Point[] {
  const grid = new DiscGrid(bodies.reduce((most, body) => Math.max(most, ...body.footprint.map(({ r }) => r)), 1))
  const full = new Map<number, number>()
  return bodies.map((body) => {
    // Where a body of this size did not fit, the next one of this size or larger will not fit either.
    const size = Math.round(Math.log2(body.reach) * 3)
    const from = [...full].reduce((most, [other, distance]) => (other <= size ? Math.max(most, distance) : most), 0)
    const { at, distance } = spiral(grid, body, aspect, from)
    full.set(size, distance)
    for (const { x, y, r } of body.footprint) grid.add({ x: at.x + x, y: at.y + y }, r)
    return at
  })
}

function spiral(grid: DiscGrid, body: Body, aspect: number, from: number): { at: Point; distance: number } {
  const [wide, high] = [Math.sqrt(aspect), 1 / Math.sqrt(aspect)]
  const step = Math.max(MIN_STEP, body.reach * STEP_SHARE)
  for (let i = Math.floor((from / step) ** 2); ; i++) {
    const [{ x, y }, distance] = [seedAt(i, step), step * Math.sqrt(i)]
    const at = { x: x * wide, y: y * high }
    if (distance > FARTHEST || fits(grid, body.footprint, at)) return { at, distance }
  }
}

function fits(grid: DiscGrid, footprint: readonly Circle[], at: Point): boolean {
  for (const { x, y, r } of footprint) if (!grid.isFree({ x: at.x + x, y: at.y + y }, r)) return false
  return true
}
