import type { Point } from '../elements/elements.ts'
import { CornerHeap, type Corner } from './corner-heap.ts'
import { DiscGrid } from './disc-grid.ts'
import type { Circle } from './enclose.ts'

/**
 * Packs circles around the first one. Each circle takes the free corner between two placed circles that is nearest to the centre. Corners are kept in
 * a heap and checked against a grid, so thousands of circles pack in a fraction of a second. Deterministic: the same radii give the same positions.
 * `aspect` above 1 makes the result wider than high.
 */
export function packCircles(radii: readonly number[], aspect = 1, site: Site = OPEN_SITE): Point[] {
  const packing = new Packing(
    radii.reduce((most, radius) => Math.max(most, radius), 1),
    aspect,
    site,
  )
  return radii.map((radius) => packing.place(radius))
}

/** Circles that already exist, and positions where no circle may have its centre. */
export interface Site {
  readonly posts: readonly Circle[]
  readonly isForbidden: (at: Point) => boolean
}

const OPEN_SITE: Site = { posts: [], isForbidden: () => false }

/** Corners that were too small for one radius are retried when radii have shrunk by this factor. */
const RETRY_SHRINK = 0.8

class Packing {
  readonly #grid: DiscGrid
  readonly #aspect: number
  readonly #isForbidden: Site['isForbidden']
  readonly #heap = new CornerHeap()
  #parked: Corner[] = []
  #retryBelow = 0

  constructor(largest: number, aspect: number, site: Site) {
    this.#grid = new DiscGrid(largest)
    this.#aspect = aspect
    this.#isForbidden = site.isForbidden
    for (const post of site.posts) this.#put(post, post.r, largest)
  }

  place(radius: number): Point {
    const spot = this.#spotFor(radius)
    this.#put(spot, radius, radius)
    return spot
  }

  /** Adds a circle and its corners with neighbours, for circles of radius `next`. */
  #put(at: Point, radius: number, next: number): void {
    const index = this.#grid.add(at, radius)
    for (const near of this.#grid.near(at, radius + 2 * next)) {
      if (near === index) continue
      this.#offer(index, near, next)
      this.#offer(near, index, next)
    }
  }

  #spotFor(radius: number): Point {
    const [first, second] = this.#grid.discs
    if (first === undefined) return { x: 0, y: 0 }
    if (second === undefined) return { x: first.r + radius, y: 0 }
    this.#retryParked(radius)
    for (let corner = this.#heap.pop(); corner !== null; corner = this.#heap.pop()) {
      if (corner.r !== radius) this.#offer(corner.a, corner.b, radius)
      else if (this.#grid.isFree(corner, radius)) return { x: corner.x, y: corner.y }
      else this.#park(corner)
    }
    return this.#beyondAll(radius)
  }

  #park(corner: Corner): void {
    this.#parked.push(corner)
    this.#retryBelow = Math.max(this.#retryBelow, corner.r * RETRY_SHRINK)
  }

  #retryParked(radius: number): void {
    if (radius >= this.#retryBelow) return
    const again = this.#parked
    this.#parked = []
    this.#retryBelow = 0
    for (const corner of again) {
      if (radius < corner.r * RETRY_SHRINK) this.#offer(corner.a, corner.b, radius)
      else this.#park(corner)
    }
  }

  /** The fallback if every corner is occupied: to the right of everything. */
  #beyondAll(radius: number): Point {
    return { x: this.#grid.discs.reduce((most, disc) => Math.max(most, disc.x + disc.r), 0) + radius, y: 0 }
  }

  #offer(a: number, b: number, r: number): void {
    const [first, second] = [this.#grid.discs[a], this.#grid.discs[b]]
    if (first === undefined || second === undefined) return
    const spot = cornerBetween(first, second, r)
    if (spot !== null && !this.#isForbidden(spot)) this.#heap.push({ ...spot, a, b, r, score: Math.hypot(spot.x / this.#aspect, spot.y) })
  }
}

/** The point at distance a.r + r from a and b.r + r from b, left of a → b; null if the two are too far apart. */
function cornerBetween(a: Circle, b: Circle, r: number): Point | null {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const d = Math.hypot(dx, dy)
  const [ra, rb] = [a.r + r, b.r + r]
  if (d === 0 || d > ra + rb) return null
  const along = (ra * ra - rb * rb + d * d) / (2 * d)
  const across = Math.sqrt(Math.max(0, ra * ra - along * along))
  return { x: a.x + (dx * along - dy * across) / d, y: a.y + (dy * along + dx * across) / d }
}
