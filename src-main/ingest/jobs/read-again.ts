import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import { AppError } from '../../lib/app-error.ts'
import type { BlockRange, Store } from '../../store/interface.ts'
import { READ_FROM_BLOCKS } from '../stages/stage.ts'
import type { Jobs } from './interface.ts'
import { isActive } from './plan.ts'

export interface ReadAgain {
  readonly range: BlockRange
  /** Holders read in detail. */
  readonly depth: number
}

/**
 * Starts a read that requests stored blocks of a token again. Their rows stay until the read replaces them, page by page, so an interrupted read
 * leaves each block either unchanged or newly read (docs/chains.md#read-again).
 *
 * @throws AppError `token_not_found` for a token that was not read from a node, `conflict` while it is being read
 */
export async function readTokenAgain(
  { store, jobs }: { readonly store: Store; readonly jobs: Jobs },
  token: TokenKey,
  { range, depth }: ReadAgain,
): Promise<JobRecord> {
  const stored = await store.read.token(token)
  if (stored === null || stored.origin === 'import') throw new AppError('token_not_found', { message: 'This token has not been read from a node.' })
  const reads = (await jobs.list()).filter((job) => job.kind === 'read' && job.network === token.network && job.token_address === token.address)
  if (reads.some(isActive)) throw new AppError('conflict', { message: 'This token is being read; wait for that read or cancel it.' })
  // A token that was read from a later block than its creation is read from that block again.
  const options = { depth, sinceBlock: reads[0]?.options.since_block ?? null }
  if (jobs.canRead(token.network)) await store.write.forgetCoverage({ token, what: READ_FROM_BLOCKS, range })
  return jobs.start(token, options)
}
