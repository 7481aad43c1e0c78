import Database from 'better-sqlite3'
import { UserFault } from '../../lib/app-error.ts'
import { sql } from '../connection/sql.ts'
import { MIGRATIONS } from '../migrations/index.ts'
import { saveOwner } from '../tables/cases/case-members.ts'
import { copyRows, importAllFacts, importRows } from './import-case.ts'
import type { Write } from '../tables/calls.ts'

/** User data besides cases, in tables whose rows contain no numeric ids. Jobs, keys and settings are not imported. */
export const OWN_TABLES = ['watch_rule', 'import', 'trace_read'] as const

/**
 * Adds the contents of another store's file: facts of its tokens, labels, cases, watch rules and imported files. Never replaces what is already
 * stored, including a case with the same id. The cases belong to `owner`, or to everyone if it is null.
 *
 * @throws UserFault for a file of another version
 */
export const importStore: Write<'importStore'> = (db, { file, owner = null }) => {
  const database = openStoreFile(file)
  try {
    const tokens = importAllFacts(database, db)
    for (const table of OWN_TABLES) copyRows(database, db, table, (row) => row)
    const cases = database.prepare('SELECT id FROM case_file WHERE id NOT IN (SELECT id FROM deleted_case) ORDER BY id').pluck().all() as string[]
    const moved = cases.filter((id) => db.get(sql`SELECT 1 AS found FROM case_file WHERE id = ${id}`) === undefined)
    for (const id of moved) saveOwner(db, importRows(database, db, id), owner)
    return { ...tokens, cases: moved }
  } finally {
    database.close()
  }
}

function openStoreFile(file: string): Database.Database {
  let database: Database.Database | null = null
  try {
    database = new Database(file, { readonly: true, fileMustExist: true })
    const version = Number(database.pragma('user_version', { simple: true }))
    if (version === MIGRATIONS.length && database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'case_file'`).get() !== undefined) return database
    throw new UserFault(
      version > MIGRATIONS.length
        ? `The file ${file} was made by a newer version of Holderscope: update the app to move it.`
        : `The file ${file} was made by an older version of Holderscope (form ${version}), or not by it: start this version on its data folder once.`,
    )
  } catch (error) {
    database?.close()
    if (error instanceof Database.SqliteError)
      throw new UserFault(`The file ${file} cannot be read as a store: ${error.message}.`, 1, { cause: error })
    throw error
  }
}
