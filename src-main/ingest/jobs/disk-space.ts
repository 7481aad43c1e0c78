import type { BackoffSchedule } from '../../../src-shared/backoff.ts'
import { Backoff, type Sleep } from '../../lib/backoff.ts'
import { isDiskFull } from '../../lib/disk-full.ts'

export const DISK_FULL_MESSAGE = 'The disk is full. Free some space and the read continues by itself.'

const WAITS: BackoffSchedule = { firstMs: 1_000, longestMs: 30_000 }

export interface DiskWaiting {
  readonly signal: AbortSignal
  /** Called with true when the disk is full, and with false before the next attempt. */
  onFull(isFull: boolean): void
  /** Injected by tests. */
  readonly sleep?: Sleep
}

/** Repeats work that the full disk stopped until there is space. Rejects with any other error, and with the signal's reason when aborted. */
export async function whenDiskHasSpace<T>(work: () => Promise<T>, { signal, onFull, sleep }: DiskWaiting): Promise<T> {
  const backoff = new Backoff(WAITS, sleep)
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted || !isDiskFull(error)) throw error
      onFull(true)
      await backoff.pause(signal)
      signal.throwIfAborted()
      onFull(false)
    }
  }
}
