import Database from 'better-sqlite3'
import { faultSentence } from '../connection/faults.ts'
import { dropSums } from './sums-file.ts'

/**
 * Accepts the pages as they are, if SQLite finds the file sound. SQLite cannot detect a changed value, so this is only for a deliberate change.
 * Returns the faults found, or an empty list if the pages were accepted. No connection of this process may be open.
 */
export function acceptPages(path: string): string[] {
  const faults = integrityFaults(path)
  if (faults.length === 0) dropSums(path)
  return faults
}

function integrityFaults(path: string): string[] {
  let database: Database.Database | null = null
  try {
    database = new Database(path, { readonly: true, fileMustExist: true })
    const found = database.prepare('PRAGMA integrity_check').pluck().all() as string[]
    const orphans = database.prepare('PRAGMA foreign_key_check').all() as { table: string }[]
    return [
      ...found.filter((line) => line !== 'ok'),
      ...new Set(orphans.map(({ table }) => `Rows of the table ${table} refer to rows that do not exist.`)),
    ]
  } catch (error) {
    const sentence = faultSentence(error)
    if (sentence === null) throw error
    return [sentence]
  } finally {
    database?.close()
  }
}
