import type { BackoffSchedule } from '../../../src-shared/backoff.ts'
import { isServiceUnavailable, type AppError } from '../../lib/app-error.ts'
import { retry } from '../../lib/backoff.ts'

const WAITS: BackoffSchedule = { firstMs: 1_000, longestMs: 15_000 }

export interface RetryUnavailable {
  /** Aborted when the result is no longer wanted. */
  readonly signal: AbortSignal
  /** Called once, before the first wait. */
  onWait(error: AppError): void
}

/** Repeats work while a part of the service that it needs does not answer. Rejects with any other error, and with the signal's reason when aborted. */
export function retryUnavailable<T>(work: () => Promise<T>, { signal, onWait }: RetryUnavailable): Promise<T> {
  let isWaiting = false
  const retryAfterMs = (error: unknown): number | null => {
    if (!isServiceUnavailable(error)) return null
    if (!isWaiting) onWait(error)
    isWaiting = true
    return 0
  }
  return retry(work, { ...WAITS, attempts: Infinity, signal, retryAfterMs })
}
