import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { faultSentence, openingFault } from './faults.ts'
import { readHandle, writeHandle, type FileDb, type ReadDb } from './handle.ts'
import { checkPages } from '../pages/check-pages.ts'
import { damageFault } from '../pages/damage.ts'
import { keepSums, type PageSums } from '../pages/page-sums.ts'
import { migrate } from '../migrations/migrate.ts'

const OWNER_ONLY = 0o600
/** How long a statement waits for a lock that another connection holds, e.g. during a checkpoint. */
const BUSY_TIMEOUT_MS = 5_000
/** Batch inserts of trades are a third faster than with 4 KB pages. The size is fixed when the file is created. */
const PAGE_BYTES = 16 * 1024
/** Upper bound of what SQLite maps. Pages beyond it are read with system calls at twice the cost. */
const MMAP_BYTES = 2 * 1024 * 1024 * 1024
/** Page caches of the connections; set as a negative number, which means KiB. */
const WRITER_CACHE_KIB = 64 * 1024
const READER_CACHE_KIB = 16 * 1024
/** The log file is truncated to this size after a checkpoint. */
const MAX_LOG_BYTES = 64 * 1024 * 1024

/** The one connection that writes. */
export interface OpenedWriter {
  readonly db: FileDb
  /** Moves the log into the file and closes. */
  close(): void
}

export interface OpenedReader {
  readonly db: ReadDb
  close(): void
}

/** Opens or creates the file, applies the migrations, and configures it for writing. @throws UserFault, also if stored pages are damaged */
export function openWriter(path: string): OpenedWriter {
  try {
    mkdirSync(dirname(path), { recursive: true })
    makeOwnerOnly(path)
    const checked = checkPages(path, { whole: false })
    if (checked.damaged.length > 0) throw damageFault(path, checked.damaged)
    const database = new Database(path, { timeout: BUSY_TIMEOUT_MS })
    try {
      database.pragma(`page_size = ${PAGE_BYTES}`)
      database.pragma('journal_mode = WAL')
      // NORMAL passes each commit to the operating system before it is acknowledged, so a killed process loses nothing. Only a power failure can lose
      // the newest commits. The file stays consistent, and chains can be read again. FULL would need an fsync per commit.
      database.pragma('synchronous = NORMAL')
      database.pragma('foreign_keys = ON')
      database.pragma(`mmap_size = ${MMAP_BYTES}`)
      database.pragma(`cache_size = -${WRITER_CACHE_KIB}`)
      database.pragma(`journal_size_limit = ${MAX_LOG_BYTES}`)
      migrate(database)
      const sums = keepSums(path, database, checked)
      return { db: writeHandle(database, sums), close: () => closeWriter(database, sums) }
    } catch (error) {
      database.close()
      throw error
    }
  } catch (error) {
    throw openingFault(folderFault(error), path)
  }
}

/** The log and its index get the mode of the file (https://sqlite.org/wal.html), unless an older version left them. A file of another user stays. */
function makeOwnerOnly(path: string): void {
  try {
    closeSync(openSync(path, 'ax', OWNER_ONLY))
  } catch {
    // It exists, or cannot be created; then opening it says why.
  }
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    const found = statSync(file, { throwIfNoEntry: false })
    if (found?.isFile() === true && found.uid === process.getuid?.()) chmodSync(file, OWNER_ONLY)
  }
}

/** Opens a file that a writer has created, read-only. @throws UserFault */
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

/** If the disk is full or the machine fails in another way, the changes stay in the log, and the next start reads them from there. */
function closeWriter(database: Database.Database, sums: PageSums): void {
  const unlessFault = (work: () => unknown): void => {
    try {
      work()
    } catch (error) {
      if (faultSentence(error) === null) throw error
    }
  }
  unlessFault(() => database.pragma('optimize'))
  unlessFault(() => sums.close())
  database.close()
}

/** Reports a folder that cannot be created like a file that cannot be opened. */
function folderFault(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT'].includes(code)) return error
  return new Database.SqliteError('the folder cannot be created', 'SQLITE_CANTOPEN')
}
