import { seeded, type Random } from '../../accuracy/script.ts'

/** Choices that look random and are the same for the same seed, so that every find can be had again. */
export class Chance {
  readonly #random: Random

  constructor(seed: number) {
    this.#random = seeded(seed)
  }

  below(limit: number): number {
    return this.#random.whole(0, limit - 1)
  }

  /** True this often. */
  happens(share: number): boolean {
    return this.#random.next() < share
  }

  /** @throws RangeError for an empty list */
  pick<T>(values: readonly T[]): T {
    if (values.length === 0) throw new RangeError('there is nothing to pick from')
    return values[this.below(values.length)] as T
  }
}
