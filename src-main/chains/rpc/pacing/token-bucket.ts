/** Size of a burst, in seconds of the rate. Half a call compensates for timers that fire late. */
const BURST_SECONDS = 0.05
const MIN_BURST = 1.5

/** Calls that may go out at once, filled at a rate that may change at any time. Times are milliseconds of a monotonic clock, rates calls a second. */
export class TokenBucket {
  #tokens = 1
  #filledAt: number

  constructor(now: number) {
    this.#filledAt = now
  }

  /** Milliseconds until the next call may go out. */
  waitMs(now: number, rate: number): number {
    this.#fill(now, rate)
    return (Math.max(0, 1 - this.#tokens) / rate) * 1_000
  }

  take(now: number, rate: number): void {
    this.#fill(now, rate)
    this.#tokens -= 1
  }

  /** One call may go out at this time, and the next one at the rate. */
  restart(at: number): void {
    this.#tokens = 1
    this.#filledAt = at
  }

  #fill(now: number, rate: number): void {
    const most = Math.max(MIN_BURST, rate * BURST_SECONDS)
    this.#tokens = Math.min(most, this.#tokens + (Math.max(0, now - this.#filledAt) / 1_000) * rate)
    this.#filledAt = Math.max(now, this.#filledAt)
  }
}
