import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { UserFault } from '../../lib/app-error.ts'

export interface DataLock {
  release(): void
}

/** Another process has the data folder. */
export class FolderInUse extends UserFault {
  override name = 'FolderInUse'
}

const LOCK_FILE = 'holderscope.lock'
const PID_FILE = 'holderscope.pid'

/**
 * Locks a data folder for this process, and creates the folder if needed. The lock is SQLite's lock on a small file. The system releases it
 * however the process ends, so a crash leaves no stale lock.
 *
 * @throws UserFault when another process holds the lock, with its pid, or when the folder is not writable
 */
export function lockDataFolder(dataDir: string): DataLock {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const db = new Database(join(dataDir, LOCK_FILE), { timeout: 0 })
    db.pragma('journal_mode = DELETE')
    db.exec('BEGIN EXCLUSIVE')
    writeFileSync(join(dataDir, PID_FILE), String(process.pid))
    return { release: () => db.close() }
  } catch (error) {
    throw lockFault(dataDir, error)
  }
}

function lockFault(dataDir: string, error: unknown): UserFault {
  const code = (error as { code?: string }).code ?? ''
  if (code.startsWith('SQLITE_BUSY')) {
    const message = `Another Holderscope process${ownerOf(dataDir)} already uses the data folder ${dataDir}; stop it or choose another folder with --data-dir.`
    return new FolderInUse(message, 1, { cause: error })
  }
  return new UserFault(`The data folder ${dataDir} cannot be used: ${(error as Error).message}.`, 1, { cause: error })
}

function ownerOf(dataDir: string): string {
  try {
    return ` (pid ${readFileSync(join(dataDir, PID_FILE), 'utf8')})`
  } catch {
    return ''
  }
}
