import type { Logger } from '../lib/logger.ts'
import type { Reads, Store, Writes } from './interface.ts'
import { createLongReads } from './threads/long-reads.ts'
import { LONG_READS, READ_NAMES } from './reads.ts'
import { startThread, type StoreThread } from './threads/thread.ts'
import { WRITE_NAMES } from './writes.ts'

/**
 * Opens the store behind two threads, a writer and a reader; a third one runs while a long read is answered. Creates the file and its folder
 * when they are missing.
 *
 * @throws UserFault when the file cannot be opened or was written by a newer version
 */
export async function openStore({ path, logger }: { path: string; logger: Logger }): Promise<Store> {
  const writer = await startThread({ role: 'writer', path }, logger)
  let reader: StoreThread
  try {
    reader = await startThread({ role: 'reader', path }, logger)
  } catch (error) {
    await writer.close()
    throw error
  }
  const long = createLongReads(path, logger)
  return {
    place: { file: path },
    read: { ...proxy<Reads>(READ_NAMES, reader), ...proxy<Pick<Reads, (typeof LONG_READS)[number]>>(LONG_READS, long) },
    write: proxy<Writes>(WRITE_NAMES, writer),
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
