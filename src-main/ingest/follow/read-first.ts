import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import type { FollowRecord } from '../../../src-shared/contract/records/follow.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import { isReady } from '../../engine/readiness.ts'
import { AppError } from '../../lib/app-error.ts'
import { unlessAborted } from '../../lib/unless-aborted.ts'
import type { Store, StoredToken } from '../../store/interface.ts'
import type { Jobs } from '../jobs/interface.ts'
import { isActive } from '../jobs/plan.ts'
import { NOT_FOLLOWED, type FollowedToken } from './followed-token.ts'

export interface ReadFirst {
  readonly store: Store
  readonly jobs: Jobs
  /** Holders read in detail. */
  readonly depth: number
  report(entry: FollowedToken, change: Partial<FollowRecord>): void
}

const FROM_FILE = 'This token was imported from a file; read it from a node or follow it to receive new trades.'

/**
 * Makes sure that a token has been read from a node, which gives following a state to start from. Waits for a read that is running, because a read
 * and a follower must not write at the same time; only older trades may be read meanwhile. A watched token that was never read is read as its first
 * GET would read it (docs/api/rest.md#first-read-of-a-token). An imported token is not read until its owner follows it: until then the promise stays
 * pending, and it rejects when the entry's pause is aborted. A later read that was stopped or failed halfway is resumed, because the token is stored
 * at its head, and following from there would leave out the blocks that it did not read.
 *
 * @throws AppError `token_not_found` if the token does not exist; the error code of the read when it failed
 */
export async function readFirst(entry: FollowedToken, { store, jobs, depth, report }: ReadFirst): Promise<void> {
  const { token } = entry
  const newest = (await jobs.list()).find((job) => concerns(job, token))
  const before = newest !== undefined && isActive(newest) ? await unlessAborted(entry.abort.signal, jobs.answered(newest.id)) : newest
  const stored = await store.read.token(token)
  const isHalfRead = stored !== null && before !== undefined && (await hasGap(store, stored, before))
  if (stored?.origin === 'node' && stored.asOfBlock !== null && isReady(stored) && !isHalfRead) return
  if (stored?.origin === 'import' && !entry.record.kept) {
    report(entry, { ...NOT_FOLLOWED, message: FROM_FILE })
    await unlessAborted(entry.pause.signal, new Promise<never>(() => undefined))
  }
  const isResumable = before?.state === 'failed' || before?.state === 'interrupted' || isHalfRead
  const job = isResumable ? await jobs.resume(before.id) : await jobs.start(token, { depth, sinceBlock: null })
  const last = await unlessAborted(entry.abort.signal, jobs.answered(job.id))
  // The read has paused the entry, as every read of the token does. If it failed, the next one must wait nevertheless.
  entry.pause = new AbortController()
  if (last.state === 'cancelled') throw new AppError('token_not_found', { message: 'The read of this token was cancelled.' })
  if (last.state !== 'done' && last.state !== 'running')
    throw new AppError(last.error_code ?? 'source_unavailable', { message: last.error ?? 'The token could not be read.' })
}

/** Facts that blocks bring, and that a later read adds up to its head. */
const READ_TO_HEAD = ['transfers', 'trades'] as const

/** Whether a read ended before it had read the blocks up to the one at which the token is stored. */
async function hasGap(store: Store, { asOfBlock, network, address }: StoredToken, job: JobRecord): Promise<boolean> {
  if (job.kind !== 'read' || job.state === 'done' || isActive(job) || asOfBlock === null) return false
  for (const what of READ_TO_HEAD) {
    const newest = (await store.read.covered({ token: { network, address }, what })).at(-1)
    if (newest !== undefined && newest.to < asOfBlock) return true
  }
  return false
}

const concerns = (job: JobRecord, token: TokenKey): boolean => job.network === token.network && job.token_address === token.address
