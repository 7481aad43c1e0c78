/** A token bucket: it passes bursts, but not a steady flood. */
export class FloodLimit {
  readonly #burst: number
  readonly #perSecond: number
  #permits: number
  #at: number

  /** @param nowMs milliseconds of a monotonic clock */
  constructor(burst: number, perSecond: number, nowMs: number) {
    this.#burst = burst
    this.#perSecond = perSecond
    this.#permits = burst
    this.#at = nowMs
  }

  /** Takes permits; false when there are not as many left. */
  pass(nowMs: number, count = 1): boolean {
    this.#permits = Math.min(this.#burst, this.#permits + ((nowMs - this.#at) / 1000) * this.#perSecond)
    this.#at = nowMs
    if (this.#permits < count) return false
    this.#permits -= count
    return true
  }
}
