import type { BackoffSchedule } from '../../../src-shared/backoff.ts'
import { Backoff, type Sleep } from '../../lib/backoff.ts'
import { isDiskFull, isStoreAway } from '../../lib/store-faults.ts'

export const DISK_FULL_MESSAGE = 'The disk is full. Free some space and the read continues by itself.'
const STORE_AWAY_MESSAGE = 'The database does not answer. The read continues by itself when it is back.'

const WAITS: BackoffSchedule = { firstMs: 1_000, longestMs: 30_000 }

export interface StoreWaiting {
  readonly signal: AbortSignal
  /** Called with what the work waits for, and with null before the next attempt. */
  onWait(message: string | null): void
  /** Injected by tests. */
  readonly sleep?: Sleep
}

/**
 * Retries work that a full disk or an absent database stopped, until it succeeds. Rejects with any other error, and with the signal's reason when
 * aborted.
 */
export async function whenStoreTakes<T>(work: () => Promise<T>, { signal, onWait, sleep }: StoreWaiting): Promise<T> {
  const backoff = new Backoff(WAITS, sleep)
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const message = isDiskFull(error) ? DISK_FULL_MESSAGE : isStoreAway(error) ? STORE_AWAY_MESSAGE : null
      if (signal.aborted || message === null) throw error
      onWait(message)
      await backoff.pause(signal)
      signal.throwIfAborted()
      onWait(null)
    }
  }
}
