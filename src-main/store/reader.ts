import { read } from './dispatch.ts'
import { openReadingAt } from './open.ts'
import type { StoreReads } from './interface.ts'
import type { StoreLocation } from './location.ts'
import { READ_NAMES, type ReadName } from './reads.ts'

/** All reads of the store on the caller's own thread and connection, for workers that read in bulk. */
export type SyncReader = StoreReads & {
  /** Runs all reads of `work` in one transaction. */
  atOneMoment<T>(work: () => T): T
  close(): void
}

/** Opens an existing store. @throws UserFault */
export function openReader(location: StoreLocation): SyncReader {
  const { db, close } = openReadingAt(location)
  const reads =
    <K extends ReadName>(name: K) =>
    (...args: Parameters<StoreReads[K]>) =>
      read(db, name, ...args)
  const answers = Object.fromEntries(READ_NAMES.map((name) => [name, reads(name)]))
  return { ...(answers as unknown as StoreReads), atOneMoment: (work) => db.consistent(work), close }
}
