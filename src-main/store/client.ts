import type { Logger } from '../lib/logger.ts'
import type { Reads, Store, Writes } from './interface.ts'
import { createLongReads } from './threads/long-reads.ts'
import { LONG_READS, READ_NAMES } from './reads.ts'
import { startThread, type StoreThread } from './threads/thread.ts'
import { WRITE_NAMES } from './writes.ts'

/**
 * Opens the store behind two threads, one that writes and one that reads, and a third one while a long question is answered. Makes the file and its folder when missing.
 * Throws UserFault in one sentence when the file cannot be opened or was made by a newer version.
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
    path,
    read: { ...proxy<Reads>(READ_NAMES, reader), ...proxy<Pick<Reads, (typeof LONG_READS)[number]>>(LONG_READS, long) },
    write: proxy<Writes>(WRITE_NAMES, writer),
    async close() {
      // The reader first: a checkpoint cannot pass a moment that somebody still reads.
      await Promise.all([reader.close(), long.close()])
      await writer.close()
    },
  }
}

/** One function for each name, typed by the interface the names come from. */
function proxy<T>(names: readonly (keyof T & string)[], thread: Pick<StoreThread, 'call'>): T {
  return Object.fromEntries(names.map((name) => [name, (...args: unknown[]) => thread.call(name, args)])) as T
}
