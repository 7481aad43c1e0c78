import { read } from './dispatch.ts'
import { openReading } from './connection/database.ts'
import type { StoreReads } from './interface.ts'
import { READ_NAMES, type ReadName } from './reads.ts'

/** Every question of the store, answered on the caller's own thread and connection: for workers that read in bulk. */
export type SyncReader = StoreReads & {
  /** All questions that `work` asks are answered as of one moment, whatever is written meanwhile. */
  atOneMoment<T>(work: () => T): T
  close(): void
}

/** Opens a file that the store has open or made before. Throws UserFault in one sentence. */
export function openReader(path: string): SyncReader {
  const { db, close } = openReading(path)
  const ask =
    <K extends ReadName>(name: K) =>
    (...args: Parameters<StoreReads[K]>) =>
      read(db, name, ...args)
  const answers = Object.fromEntries(READ_NAMES.map((name) => [name, ask(name)]))
  return { ...(answers as unknown as StoreReads), atOneMoment: (work) => db.consistent(work), close }
}
