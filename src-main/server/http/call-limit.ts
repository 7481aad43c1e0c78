/** Counts the calls in progress. Calls beyond the limit are refused and not queued, which is why this is not `p-limit`. */
export class CallLimit {
  readonly #max: number
  #active = 0

  /** @param max calls at the same time */
  constructor(max: number) {
    this.#max = max
  }

  get isReached(): boolean {
    return this.#active >= this.#max
  }

  async run(call: () => Promise<void>): Promise<void> {
    this.#active += 1
    try {
      await call()
    } finally {
      this.#active -= 1
    }
  }
}
