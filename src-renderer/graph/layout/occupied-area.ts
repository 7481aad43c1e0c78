import type { Point } from '../elements/elements.ts'
import { DiscGrid } from '../geometry/disc-grid.ts'
import { isInside, meet } from '../geometry/hull.ts'
import { seedAt } from '../geometry/sunflower.ts'

const MOST_TRIES = 20_000

/** What stands already, wallets and hulls of clusters, and where there is room beside it. */
export class Ground {
  readonly #wallets: DiscGrid
  readonly #hulls: { readonly outline: readonly Point[]; readonly box: Box }[] = []

  /** `largest` is the largest radius expected. */
  constructor(largest: number) {
    this.#wallets = new DiscGrid(largest)
  }

  addWallet(at: Point, r: number): void {
    this.#wallets.add(at, r)
  }

  /** An outline without corners takes no room. */
  addHull(outline: readonly Point[]): void {
    this.#hulls.push({ outline, box: boxOf(outline) })
  }

  /** Whether a hull would cross another, or cover the middle of a wallet. */
  isMet(outline: readonly Point[]): boolean {
    const box = boxOf(outline)
    if (this.#hulls.some((other) => overlap(box, other.box) && meet(outline, other.outline))) return true
    const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }
    const reach = Math.hypot(box.right - box.left, box.bottom - box.top) / 2
    return this.#wallets.near(middle, reach).some((index) => isInside(outline, this.#wallets.discs[index] ?? middle))
  }

  /** Whether a circle has its place here, outside of all hulls. */
  isFree(at: Point, r: number): boolean {
    if (!this.#wallets.isFree(at, r)) return false
    const box = { left: at.x - r, right: at.x + r, top: at.y - r, bottom: at.y + r }
    return !this.#hulls.some((hull) => overlap(box, hull.box) && isNear(hull.outline, at, r))
  }
}

/** Walks outwards on a sunflower spiral until `fits`; where nothing does, the place it began at. */
export function nearestPlace(from: Point, step: number, fits: (at: Point) => boolean): Point {
  for (let i = 0; i < MOST_TRIES; i++) {
    const { x, y } = seedAt(i, step)
    const at = { x: from.x + x, y: from.y + y }
    if (fits(at)) return at
  }
  return from
}

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

function boxOf(outline: readonly Point[]): Box {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const { x, y } of outline) [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)]
  return { left, right, top, bottom }
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

/** Whether a circle lies in a polygon or over its edge. */
function isNear(outline: readonly Point[], at: Point, r: number): boolean {
  return isInside(outline, at) || outline.some((from, i) => distanceTo(from, outline[(i + 1) % outline.length] ?? from, at) < r)
}

/** From a point to a stretch of a line. */
function distanceTo(from: Point, to: Point, at: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const share = Math.max(0, Math.min(1, ((at.x - from.x) * dx + (at.y - from.y) * dy) / (dx * dx + dy * dy || 1)))
  return Math.hypot(at.x - from.x - share * dx, at.y - from.y - share * dy)
}
