import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { ReadOptions } from '../stages/stage.ts'

/**
 * Runs read jobs, each one stage after another. Jobs survive a crash and are resumed. Their progress and the trades they store are published on the
 * bus.
 */
export interface Jobs {
  /** Starts a read, or returns the job that already reads the token. @throws AppError `source_unavailable` without a source for the network */
  start(token: TokenKey, options: ReadOptions): Promise<JobRecord>
  /** Whether a source of the network is set. */
  canRead(network: NetworkId): boolean
  get(id: string): Promise<JobRecord | null>
  list(): Promise<JobRecord[]>
  cancel(id: string): Promise<JobRecord>
  resume(id: string): Promise<JobRecord>
  /** Resolves when the job has ended in any way; never rejects for a job that exists. */
  ended(id: string): Promise<JobRecord>
  /** Resolves like `ended`, or earlier, once the job only reads older trades in the background. */
  answered(id: string): Promise<JobRecord>
  /** Resumes the jobs that a crash or quit interrupted. */
  resumeInterrupted(): Promise<void>
  close(): Promise<void>
}
