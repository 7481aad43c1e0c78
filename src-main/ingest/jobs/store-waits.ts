import type { BackoffSchedule } from '../../../src-shared/backoff.ts'
import { retry } from '../../lib/backoff.ts'
import { isDiskFull, isStoreUnavailable } from '../../lib/store-faults.ts'

export const DISK_FULL_MESSAGE = 'The disk is full. Free some space, and the read continues automatically.'
const STORE_UNAVAILABLE_MESSAGE = 'The database does not answer. The read continues automatically when it is back.'

const WAITS: BackoffSchedule = { firstMs: 1_000, longestMs: 30_000 }

export interface StoreRetryOptions {
  readonly signal: AbortSignal
  /** Called with what the work waits for, and with null before the next attempt. */
  onWait(message: string | null): void
}

/**
 * Retries work that a full disk or an absent database stopped, until it succeeds. Rejects with any other error, and with the signal's reason when
 * aborted.
 */
export function retryWhileStoreUnavailable<T>(work: () => Promise<T>, { signal, onWait }: StoreRetryOptions): Promise<T> {
  const retryAfterMs = (error: unknown): number | null => {
    const message = isDiskFull(error) ? DISK_FULL_MESSAGE : isStoreUnavailable(error) ? STORE_UNAVAILABLE_MESSAGE : null
    if (message === null) return null
    onWait(message)
    return 0
  }
  const attempt = (count: number): Promise<T> => {
    if (count > 1) onWait(null)
    return work()
  }
  return retry(attempt, { ...WAITS, attempts: Infinity, signal, retryAfterMs })
}
