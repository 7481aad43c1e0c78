import Database from 'better-sqlite3'
import { AppError, UserFault } from '../../lib/app-error.ts'
import { diskFull } from '../../lib/store-faults.ts'

/** The command that builds a sound file from a damaged one. */
export const SALVAGE = 'holderscope doctor --salvage'
/** The command that accepts a file as another program left it. */
export const ACCEPT_CHANGES = 'holderscope doctor --accept-changes'

/** Messages for SQLite's faults, by the prefix of their code. */
const SENTENCES: readonly (readonly [code: string, message: string])[] = [
  ['SQLITE_FULL', 'The disk is full; free some space and try again. Data that was stored before is safe.'],
  ['SQLITE_READONLY', 'The database cannot be written because its file or folder is read-only.'],
  ['SQLITE_CANTOPEN', 'The database cannot be opened; check that its folder exists and is readable and writable.'],
  ['SQLITE_PERM', 'The database cannot be opened; check that its folder is readable and writable.'],
  ['SQLITE_NOTADB', 'The database file is not a Holderscope database, or its first page is damaged; restore a backup or move the file away.'],
  ['SQLITE_CORRUPT', `The database file is damaged; run ${SALVAGE} to recover what is readable, or restore a backup.`],
  ['SQLITE_IOERR', 'The disk reported an error while reading or writing the database.'],
  ['SQLITE_BUSY', 'Another program is using the database; close it and try again.'],
  ['SQLITE_LOCKED', 'Another program is using the database; close it and try again.'],
  ['SQLITE_TOOBIG', 'A value is larger than the database allows.'],
  ['SQLITE_NOMEM', 'There is not enough memory for this database call.'],
]

/** The message for a fault of the machine or the file; null for any other error. */
export function faultSentence(error: unknown): string | null {
  if (!(error instanceof Database.SqliteError)) return null
  return SENTENCES.find(([code]) => error.code.startsWith(code))?.[1] ?? null
}

/** Translates a fault while opening into a message for the command line. */
export function openingFault(error: unknown, path: string): unknown {
  const sentence = faultSentence(error)
  return sentence === null ? error : new UserFault(`${sentence} (${path})`, 1, { cause: error })
}

export const isFull = (error: unknown): boolean => error instanceof Database.SqliteError && error.code.startsWith('SQLITE_FULL')

/** Translates a fault of a call into an error that may be shown to users. */
export function workingFault(error: unknown): unknown {
  const sentence = faultSentence(error)
  if (sentence === null) return error
  return isFull(error) ? diskFull(sentence, error) : new AppError('internal', { message: sentence, cause: error })
}
