import { setTimeout as delay } from 'node:timers/promises'
import type { JobRecord } from '../../../../src-shared/contract/records/jobs.ts'
import type { TokenKey } from '../../../../src-shared/domain/address.ts'
import type { Bus } from '../../../bus/interface.ts'
import type { Jobs } from '../../../ingest/jobs/interface.ts'
import { NETWORKS } from '../../../../src-shared/networks.ts'
import { AppError } from '../../../lib/app-error.ts'
import { isWithin, type Clock } from '../../../lib/clock.ts'
import type { Store } from '../../../store/interface.ts'
import { jobPath } from './running-reads.ts'

/**
 * Reads a token that has no figures yet, and waits a limited time for the read (docs/api/rest.md#first-read-of-a-token). Resolves to what `look`
 * finds after one of the stages, or to null when the read is done. Throws AppError: token_not_found without a source, token_pending if the read is
 * still running, source_unavailable if it failed.
 */
export type FirstRead = <T>(token: TokenKey, left: AbortSignal, look: () => Promise<T | null>) => Promise<T | null>

export interface FirstReadOptions {
  readonly jobs: Jobs
  readonly bus: Pick<Bus, 'subscribe'>
  readonly store: Pick<Store, 'read'>
  readonly clock: Clock
  readonly depth: number
  readonly waitMs: number
  /** Aborts when the server stops, so waiting calls answer immediately. */
  readonly stopping: AbortSignal
}

/** A failed read is not repeated sooner, so that a polling client does not load a failing endpoint. */
const REPEAT_AFTER_MS = 10_000

export function createFirstRead({ jobs, bus, store, clock, depth, waitMs, stopping }: FirstReadOptions): FirstRead {
  /** The job that reads the token, or the one that failed to. */
  async function jobFor(token: TokenKey): Promise<JobRecord> {
    const isStored = (await store.read.token(token)) !== null
    const newest = (await jobs.list()).find((job) => job.kind === 'read' && job.network === token.network && job.token_address === token.address)
    if (!jobs.canRead(token.network)) {
      if (isStored && newest !== undefined) return newest
      throw new AppError('token_not_found', { message: `This token is not stored, and no source is set for ${NETWORKS[token.network].name}.` })
    }
    if (newest?.state === 'failed' && isWithin(REPEAT_AFTER_MS, newest.updated_at * 1_000, clock)) return newest
    if (!isStored || newest === undefined) return jobs.start(token, { depth, sinceBlock: null })
    if (newest.state === 'failed' || newest.state === 'interrupted') return jobs.resume(newest.id)
    return newest
  }

  return async (token, left, look) => {
    const job = await jobFor(token)
    const location = jobPath(job.id)
    const { ended, found } = await firstOf({ jobs, bus }, job, look, { ms: waitMs, stop: AbortSignal.any([left, stopping]) })
    if (found !== null) return found
    if (ended === null) throw new AppError('token_pending', { location })
    if (ended.state === 'done') return null
    if (ended.error_code === 'token_not_found') throw new AppError('token_not_found', ended.error === null ? {} : { message: ended.error })
    const reason = ended.error ?? 'The first read of this token was stopped before it finished.'
    throw new AppError('source_unavailable', { message: reason, location, facts: { job: job.id, state: ended.state } })
  }
}

interface Outcome<T> {
  readonly ended: JobRecord | null
  readonly found: T | null
}

/** The end of a job, or what `look` finds once a stage of it has ended. Neither if the time runs out. */
async function firstOf<T>(
  { jobs, bus }: Pick<FirstReadOptions, 'jobs' | 'bus'>,
  { id, network, token_address: address }: JobRecord,
  look: () => Promise<T | null>,
  { ms, stop }: { readonly ms: number; readonly stop: AbortSignal },
): Promise<Outcome<T>> {
  const waiting = new AbortController()
  const over = delay(ms, null, { signal: AbortSignal.any([stop, waiting.signal]) }).catch(() => null)
  let stagesDone = 0
  const answered = Promise.withResolvers<Outcome<T>>()
  const listen = (job: JobRecord): void => {
    const done = job.stages.filter(({ state }) => state === 'done').length
    if (job.id !== id || done === stagesDone) return
    stagesDone = done
    look().then((found) => {
      if (found !== null) answered.resolve({ ended: null, found })
    }, answered.reject)
  }
  const progress = bus.subscribe('jobs', (_token, job) => listen(job), { network, address })
  try {
    const ended = jobs.ended(id).then((job) => ({ ended: job, found: null }))
    return await Promise.race([ended, answered.promise, over.then(() => ({ ended: null, found: null }))])
  } finally {
    progress.stop()
    waiting.abort()
  }
}
