import type { Logger } from '../lib/logger.ts'
import type { Reads, Store, Writes } from './interface.ts'
import { dropSums } from './pages/sums-file.ts'
import { createLongReads } from './threads/long-reads.ts'
import type { StoreLocation } from './location.ts'
import { LONG_READS, READ_NAMES } from './reads.ts'
import { startThread, type StoreThread } from './threads/thread.ts'
import { WRITE_NAMES } from './writes.ts'

/**
 * Opens the store behind two threads, a writer and a reader; a third one runs while a long read is answered. Creates a file and its folder
 * when they are missing, and the tables in a database.
 *
 * @throws UserFault when it cannot be opened or was written by a newer version
 */
export async function openStore({ location, logger }: { location: StoreLocation; logger: Logger }): Promise<Store> {
  const starting = startThread({ role: 'writer', location }, logger)
  let reader: StoreThread
  try {
    // Both threads load their code at the same time.
    reader = await startThread({ role: 'reader', location }, logger, starting)
  } catch (error) {
    await (await starting).close()
    throw error
  }
  const writer = await starting
  const long = createLongReads(location, logger)
  // If the process exits with an open store, SQLite moves the log into the file without updating the checksums, which would then report damage.
  const forgetSums = (): void => {
    if ('file' in location) dropSums(location.file)
  }
  process.once('exit', forgetSums)
  const store = storeOver({ location, writer, reader, long })
  return {
    ...store,
    async close() {
      await store.close()
      process.off('exit', forgetSums)
    },
  }
}

interface StoreParts {
  readonly location: StoreLocation
  readonly writer: StoreThread
  readonly reader: StoreThread
  /** Answers the reads that scan whole tables. */
  readonly long: Pick<StoreThread, 'call' | 'close'>
}

/** The typed calls of a store on top of its threads. */
export function storeOver({ location, writer, reader, long }: StoreParts): Store {
  return {
    location,
    read: { ...proxy<Reads>(READ_NAMES, reader), ...proxy<Pick<Reads, (typeof LONG_READS)[number]>>(LONG_READS, long) },
    write: proxy<Writes>(WRITE_NAMES, writer),
    writeUnder: (fence) => proxy<Writes>(WRITE_NAMES, { call: (name, args) => writer.call(name, args, fence) }),
    async close() {
      // The reader first: a checkpoint cannot pass a snapshot that is still being read.
      await Promise.all([reader.close(), long.close()])
      await writer.close()
    },
  }
}

/** One function per name, typed by the interface that the names come from. */
function proxy<T>(names: readonly (keyof T & string)[], thread: Pick<StoreThread, 'call'>): T {
  return Object.fromEntries(names.map((name) => [name, (...args: unknown[]) => thread.call(name, args)])) as T
}
