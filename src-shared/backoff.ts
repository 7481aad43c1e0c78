/** How the waits between attempts grow: they double from the first, up to the longest. */
export interface BackoffSchedule {
  readonly firstMs: number
  /** No limit unless given. */
  readonly longestMs?: number
  /** 0 ≤ x < 1. When given, each wait is multiplied by a random factor from 0.5 to 1.5, so that many clients do not retry together. */
  readonly random?: () => number
}

/**
 * Milliseconds to wait after this many consecutive failures.
 *
 * @param failures 1 after the first failure
 */
export function backoffMs(failures: number, { firstMs, longestMs = Number.POSITIVE_INFINITY, random }: BackoffSchedule): number {
  const jitter = random === undefined ? 1 : 0.5 + random()
  return Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1) * jitter)
}
