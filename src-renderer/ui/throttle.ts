/** Runs work immediately, then at most once per interval and never concurrently. Requests made in the meantime are merged into one run afterwards. */
export class Throttle {
  readonly #intervalMs: number
  /** Whether work is running, or its interval has not passed. */
  #isBusy = false
  #next: (() => Promise<void>) | null = null

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs
  }

  request(work: () => Promise<void>): void {
    this.#next = work
    if (!this.#isBusy) void this.#run()
  }

  async #run(): Promise<void> {
    this.#isBusy = true
    while (this.#next !== null) {
      const work = this.#next
      this.#next = null
      const pause = new Promise((resolve) => setTimeout(resolve, this.#intervalMs))
      await Promise.allSettled([work(), pause])
    }
    this.#isBusy = false
  }
}
