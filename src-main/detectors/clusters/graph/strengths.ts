const MILLION = 1_000_000
const FINE_BITS = 10
const FINE = 2 ** FINE_BITS
/** Number of coarse strengths. Weights are millionths, and strength 0 is the strongest. */
export const COARSE = (MILLION >> FINE_BITS) + 1
/** Coarse strength of a dropped edge. */
const NONE = 0xffff
/** Values per edge during the sort: two ends, number, fine strength. */
const ROW = 4

export interface Sorted {
  /** Number of edges. */
  readonly size: number
  /** Ends of the edges in pairs, strongest first, ties by number. Valid until the next batch is read. */
  readonly ends: Int32Array
  readonly numbers: Int32Array
}

/**
 * Edges in order of strength, by a radix sort from the coarse digit to the fine one. The ends move with the edge, so memory is
 * accessed sequentially, and the fine sort works on cached rows.
 */
export class Strengths {
  readonly #from: Int32Array
  readonly #to: Int32Array
  readonly #weights: Float64Array
  readonly #coarse: Uint16Array
  /** Number of edges of each coarse strength. */
  readonly #sizes = new Int32Array(COARSE)
  readonly #places = new Int32Array(FINE + 1)
  #rows = new Int32Array(0)
  #ends = new Int32Array(0)
  #numbers = new Int32Array(0)

  /** @param weights 0 to 1, to six decimals */
  constructor(from: Int32Array, to: Int32Array, weights: Float64Array) {
    this.#from = from
    this.#to = to
    this.#weights = weights
    this.#coarse = new Uint16Array(weights.length)
    for (let e = 0; e < weights.length; e++) {
      const coarse = this.#strength(e) >> FINE_BITS
      this.#coarse[e] = coarse
      this.#sizes[coarse] = (this.#sizes[coarse] ?? 0) + 1
    }
  }

  /** The smallest number of coarse strengths, from the strongest, that together have at least `edges` edges; all if there are fewer. */
  coarseCount(edges: number): number {
    let strength = 0
    for (let sum = 0; strength < COARSE && sum < edges; strength++) sum += this.#sizes[strength] ?? 0
    return strength
  }

  /** Drops the edges of coarse strength `begin` and weaker whose ends satisfy `isOut`. */
  drop(begin: number, isOut: (x: number, y: number) => boolean): void {
    const coarse = this.#coarse
    for (let e = 0; e < coarse.length; e++) {
      const strength = coarse[e] ?? 0
      if (strength < begin || !isOut(this.#from[e] ?? 0, this.#to[e] ?? 0)) continue
      coarse[e] = NONE
      this.#sizes[strength] = (this.#sizes[strength] ?? 0) - 1
    }
  }

  /** Edges of the coarse strengths `begin` to `end` (exclusive), one strength per batch. */
  *sorted(begin: number, end: number): Generator<Sorted> {
    const starts = this.#gather(begin, end)
    for (let strength = begin; strength < end; strength++) {
      const [first, last] = [starts[strength - begin] ?? 0, starts[strength - begin + 1] ?? 0]
      if (last > first) yield this.#sortFinely(first, last)
    }
  }

  #strength(edge: number): number {
    return MILLION - Math.round((this.#weights[edge] ?? 0) * MILLION)
  }

  /** Groups edges by coarse strength. @returns the start of each group, and the end of the last one */
  #gather(begin: number, end: number): Int32Array {
    const starts = new Int32Array(end - begin + 1)
    let most = 0
    for (let strength = begin; strength < end; strength++) {
      const size = this.#sizes[strength] ?? 0
      most = Math.max(most, size)
      starts[strength - begin + 1] = (starts[strength - begin] ?? 0) + size
    }
    const size = starts.at(-1) ?? 0
    if (this.#rows.length < ROW * size) this.#rows = new Int32Array(ROW * size)
    if (this.#numbers.length < most) {
      this.#ends = new Int32Array(2 * most)
      this.#numbers = new Int32Array(most)
    }
    this.#fill(begin, end, starts.slice())
    return starts
  }

  #fill(begin: number, end: number, indexes: Int32Array): void {
    const rows = this.#rows
    const coarse = this.#coarse
    for (let e = 0; e < coarse.length; e++) {
      const strength = coarse[e] ?? 0
      if (strength < begin || strength >= end) continue
      const index = indexes[strength - begin] ?? 0
      indexes[strength - begin] = index + 1
      const at = ROW * index
      rows[at] = this.#from[e] ?? 0
      rows[at + 1] = this.#to[e] ?? 0
      rows[at + 2] = e
      rows[at + 3] = this.#strength(e) & (FINE - 1)
    }
  }

  #sortFinely(first: number, last: number): Sorted {
    const rows = this.#rows
    const indexes = this.#places.fill(0)
    for (let row = first; row < last; row++) {
      const after = (rows[ROW * row + 3] ?? 0) + 1
      indexes[after] = (indexes[after] ?? 0) + 1
    }
    for (let fine = 0; fine < FINE; fine++) indexes[fine + 1] = (indexes[fine + 1] ?? 0) + (indexes[fine] ?? 0)
    const ends = this.#ends
    const numbers = this.#numbers
    for (let row = first; row < last; row++) {
      const at = ROW * row
      const fine = rows[at + 3] ?? 0
      const index = indexes[fine] ?? 0
      indexes[fine] = index + 1
      ends[2 * index] = rows[at] ?? 0
      ends[2 * index + 1] = rows[at + 1] ?? 0
      numbers[index] = rows[at + 2] ?? 0
    }
    return { size: last - first, ends, numbers }
  }
}
