/** Work that is done at once, then at most once per interval and never twice at a time. What is requested meanwhile is made up for by one at the end. */
export class Throttle {
  readonly #intervalMs: number
  /** Whether work is being done, or its interval has not passed. */
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
