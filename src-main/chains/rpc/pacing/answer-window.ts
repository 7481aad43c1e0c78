/** Most endpoints allow a second's calls at once. */
const REGAINING_MS = 1_000

/** Counts answers from a moment on. Times are milliseconds of a monotonic clock. */
export class AnswerWindow {
  #from: number
  #answers = 0

  constructor(now: number) {
    this.#from = now
  }

  get answers(): number {
    return this.#answers
  }

  add(): void {
    this.#answers += 1
  }

  /**
   * Leaves out a pause in which there was nothing to call, before a call that was wanted from `wantedAt` on. A short pause counts, because the limit
   * regains calls in it.
   *
   * @param sentAt when the last call went out
   */
  skipPause(wantedAt: number, sentAt: number): void {
    this.#from += Math.max(0, wantedAt - REGAINING_MS - Math.max(sentAt, this.#from))
  }

  durationMs(now: number): number {
    return Math.max(1, now - this.#from)
  }

  perSecond(now: number): number {
    return (this.#answers / this.durationMs(now)) * 1_000
  }

  restart(from: number): void {
    this.#from = from
    this.#answers = 0
  }
}
