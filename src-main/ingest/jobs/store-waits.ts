import type { BackoffSchedule } from '../../../src-shared/backoff.ts'
import { Backoff } from '../../lib/backoff.ts'
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
export async function retryWhileStoreUnavailable<T>(work: () => Promise<T>, { signal, onWait }: StoreRetryOptions): Promise<T> {
  const backoff = new Backoff(WAITS)
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const message = isDiskFull(error) ? DISK_FULL_MESSAGE : isStoreUnavailable(error) ? STORE_UNAVAILABLE_MESSAGE : null
      if (signal.aborted || message === null) throw error
      onWait(message)
      await backoff.pause(signal)
      signal.throwIfAborted()
      onWait(null)
    }
  }
}
