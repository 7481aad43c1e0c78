/** The rate of the calls that really went out is averaged over about this time. */
const AVERAGED_MS = 1_000

/** Calls per second, weighted towards recent ones. Pauses that the endpoint asked for do not count. */
export class SentRate {
  readonly #madeAt: number
  #rate = 0
  #sentAt: number

  constructor(now: number) {
    this.#madeAt = now
    this.#sentAt = now
  }

  /** When the last call went out. */
  get sentAt(): number {
    return this.#sentAt
  }

  add(now: number, pausedUntil: number): void {
    this.#rate = this.#at(now, pausedUntil) + 1_000 / AVERAGED_MS
    this.#sentAt = now
  }

  /** Corrected for the time before the first call, which the average would take for a pause. */
  perSecond(now: number, pausedUntil: number): number {
    return this.#at(now, pausedUntil) / (1 - Math.exp(Math.min(-1e-3, this.#madeAt - now) / AVERAGED_MS))
  }

  #at(now: number, pausedUntil: number): number {
    return this.#rate * Math.exp(Math.min(0, Math.max(this.#sentAt, pausedUntil) - now) / AVERAGED_MS)
  }
}
