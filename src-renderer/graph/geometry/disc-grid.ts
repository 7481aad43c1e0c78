import type { Point } from '../elements/elements.ts'
import type { Circle } from './enclose.ts'

const TOUCHING = 1e-6
/** Cells per row, more than any graph has. */
const ROW = 1_048_576

/** Circles in a grid of square cells, for fast lookups near a point. */
export class DiscGrid {
  readonly discs: Circle[] = []
  readonly #cells = new Map<number, number[]>()
  readonly #size: number
  #largest = 0

  /** `largest` is the largest expected radius, which sets the cell size. */
  constructor(largest: number) {
    this.#size = Math.max(1, largest * 2)
  }

  /** Adds a circle and returns its index. */
  add(at: Point, r: number): number {
    const index = this.discs.length
    this.discs.push({ x: at.x, y: at.y, r })
    this.#largest = Math.max(this.#largest, r)
    const key = this.#cell(at.x) * ROW + this.#cell(at.y)
    const cell = this.#cells.get(key)
    if (cell === undefined) this.#cells.set(key, [index])
    else cell.push(index)
    return index
  }

  /** Whether a circle of radius `r` fits here without overlapping another. */
  isFree(at: Point, r: number): boolean {
    const reach = r - TOUCHING
    const span = reach + this.#largest
    const [right, bottom] = [this.#cell(at.x + span), this.#cell(at.y + span)]
    for (let x = this.#cell(at.x - span); x <= right; x++) {
      for (let y = this.#cell(at.y - span); y <= bottom; y++) {
        for (const index of this.#cells.get(x * ROW + y) ?? []) {
          const disc = this.discs[index]
          if (disc === undefined) continue
          const [dx, dy, apart] = [disc.x - at.x, disc.y - at.y, disc.r + reach]
          if (dx * dx + dy * dy < apart * apart) return false
        }
      }
    }
    return true
  }

  /** Indexes of the circles whose edge is within `reach` of a point. */
  near(at: Point, reach: number): number[] {
    const span = reach + this.#largest
    const found: number[] = []
    for (let x = this.#cell(at.x - span); x <= this.#cell(at.x + span); x++) {
      for (let y = this.#cell(at.y - span); y <= this.#cell(at.y + span); y++) {
        for (const index of this.#cells.get(x * ROW + y) ?? []) {
          const disc = this.discs[index]
          if (disc !== undefined && Math.hypot(disc.x - at.x, disc.y - at.y) < disc.r + reach) found.push(index)
        }
      }
    }
    return found
  }

  #cell(value: number): number {
    return Math.floor(value / this.#size)
  }
}
