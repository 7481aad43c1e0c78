import { setTimeout as delay } from 'node:timers/promises'

/** Spaces calls so that no more than a number a second go out; learns a lower number from refusals. */
export interface TokenBucket {
  /** Resolves when the next call may go out; rejects with the signal's reason. */
  take(signal: AbortSignal): Promise<void>
  /** The endpoint took a call: the rate creeps back up. */
  answered(): void
  /** The endpoint said that it is asked too often: half the rate. */
  refused(): void
}

const SLOWEST_PER_SECOND = 0.5
/** Added to the rate with each answer: at the slowest, it takes some hundred answers to be back. */
const RECOVERY_PER_ANSWER = 0.05
/** What may go out at once after a pause, in seconds of the rate. */
const BURST_SECONDS = 1

/** @param perSecond calls a second at most */
export function openTokenBucket(perSecond: number, now: () => number = () => performance.now()): TokenBucket {
  let rate = perSecond
  let tokens = rate * BURST_SECONDS
  let filledAt = now()

  function fill(): void {
    const at = now()
    tokens = Math.min(Math.max(1, rate * BURST_SECONDS), tokens + ((at - filledAt) / 1_000) * rate)
    filledAt = at
  }

  return {
    async take(signal) {
      fill()
      tokens -= 1
      if (tokens >= 0) return
      await delay((-tokens / rate) * 1_000, undefined, { signal })
    },
    answered() {
      rate = Math.min(perSecond, rate + RECOVERY_PER_ANSWER)
    },
    refused() {
      fill()
      rate = Math.max(SLOWEST_PER_SECOND, Math.min(rate, perSecond) / 2)
      tokens = Math.min(tokens, 0)
    },
  }
}
