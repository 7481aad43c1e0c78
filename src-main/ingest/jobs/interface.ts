import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { Trade } from '../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'

export interface ReadOptions {
  /** Holders to look at closely: verified balances, kinds, funding, snapshot nodes. */
  readonly depth: number
  /** First block to read; null reads from the token's creation. */
  readonly sinceBlock: number | null
}

/** Runs read jobs, one stage after the other, resumable after a crash. */
export interface Jobs {
  /** Starts reading, or answers the job already at it. Throws AppError `source_unavailable` when no source is set. */
  start(token: TokenKey, options: ReadOptions): Promise<JobRecord>
  /** This version can read this network from a node, whether a source is set or not. */
  reads(network: NetworkId): boolean
  /** A source is set and this version can read this network from it. */
  canRead(network: NetworkId): boolean
  get(id: string): Promise<JobRecord | null>
  list(): Promise<JobRecord[]>
  cancel(id: string): Promise<JobRecord>
  resume(id: string): Promise<JobRecord>
  /** Resolves when the job ends in any way; rejects never. */
  ended(id: string): Promise<JobRecord>
  onProgress(listener: (job: JobRecord) => void): () => void
  /** New trades as they were stored, in chain order. */
  onTrades(listener: (network: NetworkId, trades: readonly Trade[]) => void): () => void
  /** Goes on with jobs that a crash or quit interrupted. */
  resumeInterrupted(): Promise<void>
  close(): Promise<void>
}
