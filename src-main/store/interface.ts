import type { Fence } from './fence.ts'
import type { StoreLocation } from './location.ts'
import type { StoreReads } from './store-reads.ts'
import type { StoreWrites } from './store-writes.ts'

export type { Fence } from './fence.ts'
export type * from './rows.ts'
export type * from './shared-wallets.ts'
export type * from './stored.ts'
export type { StoreReads } from './store-reads.ts'
export type { StoreWrites, WriteCall } from './store-writes.ts'

/**
 * Reads and writes are separate types, so the types of a module show whether it writes. They contain no SQL: SQLite and PostgreSQL implement the same
 * types.
 */

export type Reads = { readonly [K in keyof StoreReads]: (...args: Parameters<StoreReads[K]>) => Promise<ReturnType<StoreReads[K]>> }
export type Writes = { readonly [K in keyof StoreWrites]: (...args: Parameters<StoreWrites[K]>) => Promise<ReturnType<StoreWrites[K]>> }

/** The store. Its reads and writes run on its own threads. */
export interface Store {
  readonly read: Reads
  readonly write: Writes
  /** The same writes, each refused with AppError `conflict` and without effect once another holder has taken the fence. */
  writeUnder(fence: Fence): Writes
  /** For threads that open their own reader. */
  readonly location: StoreLocation
  /** Waits for pending calls, checkpoints, and closes. */
  close(): Promise<void>
}
