import type { Logger } from '../lib/logger.ts'
import type { Reads, Store, Writes } from './interface.ts'
import { READ_NAMES } from './reads.ts'
import { startThread, type StoreThread } from './thread.ts'
import { WRITE_NAMES } from './writes.ts'

/**
 * Opens the store behind two threads: one that writes, one that reads. Makes the file and its folder when missing.
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
  return {
    path,
    read: proxy<Reads>(READ_NAMES, reader),
    write: proxy<Writes>(WRITE_NAMES, writer),
    async close() {
      // The reader first: a checkpoint cannot pass a moment that somebody still reads.
      await reader.close()
      await writer.close()
    },
  }
}

/** One function for each name, typed by the interface the names come from. */
function proxy<T>(names: readonly (keyof T & string)[], thread: StoreThread): T {
  return Object.fromEntries(names.map((name) => [name, (...args: unknown[]) => thread.call(name, args)])) as T
}
