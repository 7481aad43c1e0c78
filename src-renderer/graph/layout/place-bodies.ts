import type { Point } from '../elements.ts'
import { DiscGrid } from '../geometry/disc-grid.ts'
import type { Circle } from '../geometry/enclose.ts'
import type { Body } from './cluster-body.ts'

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))
const STEP = 5
const MOST_TRIES = 400_000

/**
 * Puts bodies one after the other to the free place nearest to the middle, tried along a sunflower spiral. They keep their
 * own outlines, so a long thin cluster takes no more room than it needs. `aspect` above 1 spreads the heap sideways.
 */
export function placeBodies(bodies: readonly Body[], aspect: number): Point[] {
  const grid = new DiscGrid(bodies.reduce((most, body) => Math.max(most, ...body.footprint.map(({ r }) => r)), 1))
  const firstTry = new Map<number, number>()
  return bodies.map((body) => {
    // Where a body of this size found no place, the next one of this size or larger will find none either.
    const size = Math.round(Math.log2(body.reach) * 3)
    const from = [...firstTry].reduce((most, [other, index]) => (other <= size ? Math.max(most, index) : most), 0)
    const { at, index } = spiral(grid, body.footprint, aspect, from)
    firstTry.set(size, index)
    for (const { x, y, r } of body.footprint) grid.add({ x: at.x + x, y: at.y + y }, r)
    return at
  })
}

function spiral(grid: DiscGrid, footprint: readonly Circle[], aspect: number, from: number): { at: Point; index: number } {
  const [wide, high] = [Math.sqrt(aspect), 1 / Math.sqrt(aspect)]
  for (let i = from; i < MOST_TRIES; i++) {
    const [angle, distance] = [i * GOLDEN_ANGLE, STEP * Math.sqrt(i)]
    const at = { x: Math.cos(angle) * distance * wide, y: Math.sin(angle) * distance * high }
    if (footprint.every(({ x, y, r }) => grid.isFree({ x: at.x + x, y: at.y + y }, r))) return { at, index: i }
  }
  return { at: { x: STEP * Math.sqrt(MOST_TRIES) * wide, y: 0 }, index: MOST_TRIES }
}
