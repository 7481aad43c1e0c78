import { setTimeout as delay } from 'node:timers/promises'
import { backoffMs, type BackoffSchedule } from '../../src-shared/backoff.ts'

/** Rejects with the signal's AbortError when aborted. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

export const sleep: Sleep = (ms, signal) => delay(ms, undefined, { signal })

export interface RetryOptions extends BackoffSchedule {
  /** Total number of calls, including the first. */
  readonly attempts: number
  readonly signal: AbortSignal
  /**
   * Shortest wait that an error asks for in milliseconds (0 if it names none, the `Retry-After` header if there is one); null if another attempt
   * would not help.
   */
  readonly retryAfterMs: (error: unknown) => number | null
  /** Injected by tests. */
  readonly sleep?: Sleep
}

/**
 * Calls `work` until it succeeds. Rejects with the error of the last attempt, immediately with one that is not worth retrying, and with
 * the signal's reason when aborted.
 *
 * @param work receives the number of its attempt, from 1
 */
export async function retry<T>(work: (attempt: number) => Promise<T>, options: RetryOptions): Promise<T> {
  const { attempts, signal, retryAfterMs, sleep: wait = sleep } = options
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted()
    try {
      return await work(attempt)
    } catch (error) {
      signal.throwIfAborted()
      const askedMs = attempt < attempts ? retryAfterMs(error) : null
      if (askedMs === null) throw error
      await wait(Math.max(askedMs, backoffMs(attempt, options)), signal)
    }
  }
}

/** Waits for the attempts of a loop that never gives up, such as a reconnecting follower. */
export class Backoff {
  readonly #schedule: BackoffSchedule
  readonly #sleep: Sleep
  #failures = 0

  constructor(schedule: BackoffSchedule, sleeper: Sleep = sleep) {
    this.#schedule = schedule
    this.#sleep = sleeper
  }

  /** Consecutive failures. */
  get failures(): number {
    return this.#failures
  }

  /** Counts a failure and returns the milliseconds to wait after it. */
  nextMs(): number {
    this.#failures += 1
    return backoffMs(this.#failures, this.#schedule)
  }

  /** Counts a failure and waits; resolves early when the signal aborts. */
  async pause(signal: AbortSignal, atLeastMs = 0): Promise<void> {
    await this.#sleep(Math.max(this.nextMs(), atLeastMs), signal).catch(() => undefined)
  }

  /** The next failure counts as the first. */
  reset(): void {
    this.#failures = 0
  }
}
