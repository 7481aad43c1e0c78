import { workerUrl } from '../../../../lib/worker-url.ts'
import { openReadThread } from '../../../archive/thread/read-thread.ts'
import type { ReadTransaction } from '../transactions/read-transaction.ts'

export interface WantedTransactions {
  /** The index of each wanted transaction in its block, by its signature. */
  readonly indexes: ReadonlyMap<string, number>
}

/** Decoded transactions. Their `accounts` are only accounts whose lamports changed, because an archive stores no others. */
export type ArchivedPage = readonly ReadTransaction[]

/** Reads Solana archives. */
export const archiveThread = openReadThread<WantedTransactions, ArchivedPage>(
  () => workerUrl(import.meta.url, './worker.ts', 'solana-archive-worker'),
  'solana-archive',
)
