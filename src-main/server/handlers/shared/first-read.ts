import { setTimeout as delay } from 'node:timers/promises'
import type { JobRecord } from '../../../../src-shared/contract/records/jobs.ts'
import type { TokenKey } from '../../../../src-shared/domain/address.ts'
import type { Jobs } from '../../../ingest/jobs/interface.ts'
import { AppError } from '../../../lib/app-error.ts'

/**
 * Reads a token that is not stored yet and waits a while for it (docs/api/rest.md#first-read-of-a-token). Resolves when the read is done.
 * Throws AppError: token_not_found without a source, token_pending when the read goes on, source_unavailable when it failed.
 */
export type FirstRead = (token: TokenKey, left: AbortSignal) => Promise<void>

export interface FirstReadOptions {
  readonly jobs: Jobs
  readonly depth: number
  readonly waitMs: number
  /** Aborts when the server stops, so waiting calls answer immediately. */
  readonly stopping: AbortSignal
}

export function createFirstRead({ jobs, depth, waitMs, stopping }: FirstReadOptions): FirstRead {
  return async (token, left) => {
    if (!jobs.canRead(token.network)) throw new AppError('token_not_found')
    const job = await jobs.start(token, { depth, sinceBlock: null })
    const ended = await endedWithin(jobs, job.id, waitMs, AbortSignal.any([left, stopping]))
    if (ended === null) throw new AppError('token_pending', { jobId: job.id })
    if (ended.state === 'done') return
    if (ended.error_code === 'token_not_found') throw new AppError('token_not_found', ended.error === null ? {} : { say: ended.error })
    const reason = ended.error ?? 'The first read of this token was stopped before it finished.'
    throw new AppError('source_unavailable', { say: reason, jobId: job.id, facts: { job: job.id, state: ended.state } })
  }
}

async function endedWithin(jobs: Jobs, id: string, ms: number, stop: AbortSignal): Promise<JobRecord | null> {
  const waiting = new AbortController()
  const over = delay(ms, null, { signal: AbortSignal.any([stop, waiting.signal]) }).catch(() => null)
  try {
    return await Promise.race([jobs.ended(id), over])
  } finally {
    waiting.abort()
  }
}
