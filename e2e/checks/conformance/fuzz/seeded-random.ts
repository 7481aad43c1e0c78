import { seeded, type Random } from '../../accuracy/script.ts'

/** Seeded pseudo-random choices, so every finding can be reproduced. */
export class SeededRandom {
  readonly #random: Random

  constructor(seed: number) {
    this.#random = seeded(seed)
  }

  below(limit: number): number {
    return this.#random.whole(0, limit - 1)
  }

  /** True with this probability. */
  happens(share: number): boolean {
    return this.#random.next() < share
  }

  /** @throws RangeError for an empty list */
  pick<T>(values: readonly T[]): T {
    if (values.length === 0) throw new RangeError('Cannot pick from an empty list')
    return values[this.below(values.length)] as T
  }
}
