/** A token bucket: bursts pass, a steady flood does not. */
export class FloodLimit {
  readonly #burst: number
  readonly #perSecond: number
  #permits: number
  #at: number

  /** @param nowMs a steady clock's milliseconds */
  constructor(burst: number, perSecond: number, nowMs: number) {
    this.#burst = burst
    this.#perSecond = perSecond
    this.#permits = burst
    this.#at = nowMs
  }

  /** Takes a permit; false when there is none left. */
  pass(nowMs: number): boolean {
    this.#permits = Math.min(this.#burst, this.#permits + ((nowMs - this.#at) / 1000) * this.#perSecond)
    this.#at = nowMs
    if (this.#permits < 1) return false
    this.#permits -= 1
    return true
  }
}
