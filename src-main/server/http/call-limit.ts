/** Counts the calls in progress. Calls beyond the limit are refused and not queued, which is why this is not `p-limit`. */
export class CallLimit {
  readonly #max: number
  #active = 0

  /** @param max concurrent calls */
  constructor(max: number) {
    this.#max = max
  }

  get isReached(): boolean {
    return this.#active >= this.#max
  }

  begin(): void {
    this.#active += 1
  }

  end(): void {
    this.#active -= 1
  }
}
