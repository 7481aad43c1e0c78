import { setTimeout as delay } from 'node:timers/promises'

/** Limits the rate of calls. The rate drops when the endpoint refuses calls and recovers with each answer. */
export interface TokenBucket {
  /** Resolves when the next call may go out; rejects with the signal's reason. */
  take(signal: AbortSignal): Promise<void>
  /** The endpoint answered a call, so the rate recovers a little. */
  answered(): void
  /** The endpoint reported too many requests, so the rate is halved. */
  refused(): void
}

const SLOWEST_PER_SECOND = 2
/** Factor on the rate per answer; it doubles in about 35 answers. */
const RECOVERY_PER_ANSWER = 1.02
/** Concurrent calls are refused together, so refusals within this time count as one. */
const SAME_REFUSAL_MS = 1_000
/** Size of a burst after a pause, in seconds of the rate. */
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
      if (filledAt - refusedAt < SAME_REFUSAL_MS) return
      refusedAt = filledAt
      rate = Math.max(SLOWEST_PER_SECOND, Math.min(rate, perSecond) / 2)
      tokens = Math.min(tokens, 0)
    },
  }
}
