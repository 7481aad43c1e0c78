import type { BackoffSchedule } from '../../../src-shared/backoff.ts'
import { AppError, isServiceUnavailable } from '../../lib/app-error.ts'
import { retry } from '../../lib/backoff.ts'

const WAITS: BackoffSchedule = { firstMs: 1_000, longestMs: 15_000 }

export interface RetryUnavailable {
  /** Aborted when the result is no longer wanted. */
  readonly signal: AbortSignal
  /** Whether a source is set that can do the work. A failure of such a source is waited for. */
  readonly hasSource: () => boolean
  /** Called once, before the first wait. */
  onWait(error: AppError): void
}

/** Whether a part of the service does not answer, or a source that is set. Without a source, nothing changes until the owner sets one. */
export const isTemporary = (error: unknown, hasSource: () => boolean): error is AppError =>
  isServiceUnavailable(error) || (error instanceof AppError && error.code === 'source_unavailable' && hasSource())

/**
 * Repeats work while a part of the service or the source that it needs does not answer. Rejects with any other error, and with the signal's reason
 * when aborted.
 */
export function retryUnavailable<T>(work: () => Promise<T>, { signal, hasSource, onWait }: RetryUnavailable): Promise<T> {
  let isWaiting = false
  const retryAfterMs = (error: unknown): number | null => {
    if (!isTemporary(error, hasSource)) return null
    if (!isWaiting) onWait(error)
    isWaiting = true
    return 0
  }
  return retry(work, { ...WAITS, attempts: Infinity, signal, retryAfterMs })
}
