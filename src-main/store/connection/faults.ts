import Database from 'better-sqlite3'
import { AppError, UserFault } from '../../lib/app-error.ts'

/** The command that makes a sound file of a damaged one. */
export const SALVAGE = 'holderscope doctor --salvage'

/** What to tell a person for the faults SQLite meets on real machines, by the start of SQLite's own code. */
const SENTENCES: readonly (readonly [code: string, say: string])[] = [
  ['SQLITE_FULL', 'The disk is full: free some space, then try again; what was stored before is safe.'],
  ['SQLITE_READONLY', 'The database cannot be written: its file or folder is read-only.'],
  ['SQLITE_CANTOPEN', 'The database cannot be opened: check that its folder exists and may be read and written.'],
  ['SQLITE_PERM', 'The database cannot be opened: check that its folder may be read and written.'],
  ['SQLITE_NOTADB', 'The database file is not a Holderscope database, or its first page is damaged: put a copy back or move the file away.'],
  ['SQLITE_CORRUPT', `The database file is damaged: ${SALVAGE} saves what can be read of it, or put a copy back.`],
  ['SQLITE_IOERR', 'The disk reported an error while the database was read or written.'],
  ['SQLITE_BUSY', 'The database is held by another program: close it and try again.'],
  ['SQLITE_LOCKED', 'The database is held by another program: close it and try again.'],
  ['SQLITE_TOOBIG', 'A value is larger than the database takes.'],
  ['SQLITE_NOMEM', 'There is not enough memory for this database call.'],
]

/** The plain sentence for a fault of the machine or the file; null for anything else. */
export function faultSentence(error: unknown): string | null {
  if (!(error instanceof Database.SqliteError)) return null
  return SENTENCES.find(([code]) => error.code.startsWith(code))?.[1] ?? null
}

/** While opening: a fault the command line reports before anything runs. */
export function openingFault(error: unknown, path: string): unknown {
  const sentence = faultSentence(error)
  return sentence === null ? error : new UserFault(`${sentence} (${path})`, 1, { cause: error })
}

/** While working: an error callers may show as it is. */
export function workingFault(error: unknown): unknown {
  const sentence = faultSentence(error)
  return sentence === null ? error : new AppError('internal', { say: sentence, cause: error })
}
