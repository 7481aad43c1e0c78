import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { openingFault } from './faults.ts'
import { readHandle, writeHandle, type ReadDb, type WriteDb } from './handle.ts'
import { migrate } from '../migrations/migrate.ts'

/** How long a statement waits for a lock that another connection holds, e.g. during a checkpoint. */
const BUSY_TIMEOUT_MS = 5_000
/** Fewer, fuller pages: the batch inserts of trades gain a third over 4 KB pages. Fixed when the file is made. */
const PAGE_BYTES = 16 * 1024
/** Reads come straight from the page cache of the system up to here, the most that SQLite maps; it reads the rest with calls, at twice the cost a page. */
const MMAP_BYTES = 2 * 1024 * 1024 * 1024
/** Negative means KiB: pages a connection keeps for itself. */
const WRITER_CACHE_KIB = 64 * 1024
const READER_CACHE_KIB = 16 * 1024
/** In pages: 64 MB of log between checkpoints keeps big reads of a chain from writing every hot page again and again. */
const CHECKPOINT_PAGES = 4_000
/** The log file is cut back to this after a checkpoint. */
const LOG_BYTES_KEPT = 64 * 1024 * 1024

/** The one connection that writes. */
export interface OpenedWriter {
  readonly db: WriteDb
  /** Moves the log into the file and closes. */
  close(): void
}

export interface OpenedReader {
  readonly db: ReadDb
  close(): void
}

/** Opens or makes the file, brings it to the newest form, and sets it up to write. Throws UserFault in one sentence. */
export function openWriter(path: string): OpenedWriter {
  try {
    mkdirSync(dirname(path), { recursive: true })
    const database = new Database(path, { timeout: BUSY_TIMEOUT_MS })
    try {
      database.pragma(`page_size = ${PAGE_BYTES}`)
      database.pragma('journal_mode = WAL')
      // NORMAL hands each commit to the operating system before it is acknowledged, so a killed process loses nothing:
      // the system still writes its cache. Only a power cut can take the newest commits back (the file stays sound),
      // and chains can be read again. FULL would pay an fsync for every commit to cover that.
      database.pragma('synchronous = NORMAL')
      database.pragma('foreign_keys = ON')
      database.pragma(`mmap_size = ${MMAP_BYTES}`)
      database.pragma(`cache_size = -${WRITER_CACHE_KIB}`)
      database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
      database.pragma(`journal_size_limit = ${LOG_BYTES_KEPT}`)
      migrate(database)
    } catch (error) {
      database.close()
      throw error
    }
    return { db: writeHandle(database), close: () => closeWriter(database) }
  } catch (error) {
    throw openingFault(folderFault(error), path)
  }
}

/** Opens a file that a writer has made, to read only. Throws UserFault in one sentence. */
export function openReading(path: string): OpenedReader {
  try {
    const database = new Database(path, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
    database.pragma(`mmap_size = ${MMAP_BYTES}`)
    database.pragma(`cache_size = -${READER_CACHE_KIB}`)
    return { db: readHandle(database), close: () => database.close() }
  } catch (error) {
    throw openingFault(error, path)
  }
}

function closeWriter(database: Database.Database): void {
  database.pragma('optimize')
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
}

/** A folder that cannot be made is told like a file that cannot be opened. */
function folderFault(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT'].includes(code)) return error
  return new Database.SqliteError('the folder cannot be made', 'SQLITE_CANTOPEN')
}
