import type { Point } from '../elements/elements.ts'
import { boxOf, overlaps, type Box } from '../geometry/box.ts'
import { DiscGrid } from '../geometry/disc-grid.ts'
import { distanceToSegment, intersect, isInside } from '../geometry/hull.ts'
import { seedAt } from '../geometry/sunflower.ts'

const MAX_TRIES = 20_000

/** The nodes and cluster hulls placed so far. */
export class OccupiedArea {
  readonly #nodes: DiscGrid
  readonly #hulls: { readonly outline: readonly Point[]; readonly box: Box }[] = []

  /** `largest` is the largest expected radius. */
  constructor(largest: number) {
    this.#nodes = new DiscGrid(largest)
  }

  addNode(at: Point, r: number): void {
    this.#nodes.add(at, r)
  }

  /** An outline without corners occupies nothing. */
  addHull(outline: readonly Point[]): void {
    this.#hulls.push({ outline, box: boxOf(outline) })
  }

  /** Whether a hull would cross another one or cover the centre of a node. */
  crosses(outline: readonly Point[]): boolean {
    const box = boxOf(outline)
    if (this.#hulls.some((other) => overlaps(box, other.box) && intersect(outline, other.outline))) return true
    const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }
    const reach = Math.hypot(box.right - box.left, box.bottom - box.top) / 2
    return this.#nodes.near(middle, reach).some((index) => isInside(outline, this.#nodes.discs[index] ?? middle))
  }

  /** Whether a circle here touches no node and is outside all hulls. */
  isFree(at: Point, r: number): boolean {
    if (!this.#nodes.isFree(at, r)) return false
    const box = { left: at.x - r, right: at.x + r, top: at.y - r, bottom: at.y + r }
    return !this.#hulls.some((hull) => overlaps(box, hull.box) && isNear(hull.outline, at, r))
  }
}

/** The nearest position that `fits`, searched on a sunflower spiral; `from` if there is none. */
export function nearestFree(from: Point, step: number, fits: (at: Point) => boolean): Point {
  for (let i = 0; i < MAX_TRIES; i++) {
    const { x, y } = seedAt(i, step)
    const at = { x: from.x + x, y: from.y + y }
    if (fits(at)) return at
  }
  return from
}

/** Whether a circle is inside a polygon or crosses its edge. */
function isNear(outline: readonly Point[], at: Point, r: number): boolean {
  return isInside(outline, at) || outline.some((from, i) => distanceToSegment(at, from, outline[(i + 1) % outline.length] ?? from) < r)
}
