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

const SLOWEST_PER_SECOND = 2
/** What each answer adds to the rate: it doubles in about 35 answers. */
const RECOVERY_PER_ANSWER = 1.02
/** Calls that were on their way together are refused together: that is one sign, not many. */
const SAME_SIGN_MS = 1_000
/** What may go out at once after a pause, in seconds of the rate. */
const BURST_SECONDS = 1

/** @param perSecond calls a second at most */
export function openTokenBucket(perSecond: number, now: () => number = () => performance.now()): TokenBucket {
  let rate = perSecond
  let tokens = rate * BURST_SECONDS
  let filledAt = now()
  let refusedAt = Number.NEGATIVE_INFINITY

  function fill(): void {
    const at = now()
    tokens = Math.min(Math.max(1, rate * BURST_SECONDS), tokens + ((at - filledAt) / 1_000) * rate)
    filledAt = at
  }

  return {
    async take(signal) {
      signal.throwIfAborted()
      fill()
      tokens -= 1
      if (tokens >= 0) return
      await delay((-tokens / rate) * 1_000, undefined, { signal })
    },
    answered() {
      rate = Math.min(perSecond, rate * RECOVERY_PER_ANSWER)
    },
    refused() {
      fill()
      if (filledAt - refusedAt < SAME_SIGN_MS) return
      refusedAt = filledAt
      rate = Math.max(SLOWEST_PER_SECOND, Math.min(rate, perSecond) / 2)
      tokens = Math.min(tokens, 0)
    },
  }
}
