import { setTimeout as delay } from 'node:timers/promises'
import type { JobRecord } from '../../../../src-shared/contract/records/jobs.ts'
import type { TokenKey } from '../../../../src-shared/domain/address.ts'
import type { Jobs } from '../../../ingest/jobs/interface.ts'
import { AppError } from '../../../lib/app-error.ts'
import { unixSeconds, type Clock } from '../../../lib/clock.ts'
import type { Store } from '../../../store/interface.ts'

/**
 * Reads a token that has no figures yet and waits a while for it (docs/api/rest.md#first-read-of-a-token). Resolves when the read is done.
 * Throws AppError: token_not_found without a source, token_pending when the read goes on, source_unavailable when it failed.
 */
export type FirstRead = (token: TokenKey, left: AbortSignal) => Promise<void>

export interface FirstReadOptions {
  readonly jobs: Jobs
  readonly store: Pick<Store, 'read'>
  readonly clock: Clock
  readonly depth: number
  readonly waitMs: number
  /** Aborts when the server stops, so waiting calls answer immediately. */
  readonly stopping: AbortSignal
}

/** A read that failed is not repeated sooner, so that a client that polls does not load a failing endpoint. */
const REPEAT_AFTER_SECONDS = 10

export function createFirstRead({ jobs, store, clock, depth, waitMs, stopping }: FirstReadOptions): FirstRead {
  /** The job that reads the token, or the one that failed to. */
  async function jobFor(token: TokenKey): Promise<JobRecord> {
    const isStored = (await store.read.token(token)) !== null
    const newest = (await jobs.list()).find((job) => job.kind === 'read' && job.network === token.network && job.token_address === token.address)
    if (!jobs.canRead(token.network)) {
      if (isStored && newest !== undefined) return newest
      throw new AppError('token_not_found')
    }
    if (newest?.state === 'failed' && unixSeconds(clock) - newest.updated_at < REPEAT_AFTER_SECONDS) return newest
    if (!isStored || newest === undefined) return jobs.start(token, { depth, sinceBlock: null })
    if (newest.state === 'failed' || newest.state === 'interrupted') return jobs.resume(newest.id)
    return newest
  }

  return async (token, left) => {
    const job = await jobFor(token)
    const location = `/local/v1/jobs/${encodeURIComponent(job.id)}`
    const ended = await endedWithin(jobs, job.id, waitMs, AbortSignal.any([left, stopping]))
    if (ended === null) throw new AppError('token_pending', { location })
    if (ended.state === 'done') return
    if (ended.error_code === 'token_not_found') throw new AppError('token_not_found', ended.error === null ? {} : { say: ended.error })
    const reason = ended.error ?? 'The first read of this token was stopped before it finished.'
    throw new AppError('source_unavailable', { say: reason, location, facts: { job: job.id, state: ended.state } })
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
