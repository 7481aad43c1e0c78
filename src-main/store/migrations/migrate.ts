import type { Database } from 'better-sqlite3'
import { UserFault } from '../../lib/app-error.ts'
import { MIGRATIONS } from './index.ts'
import type { Migration } from './migration.ts'

/**
 * Applies the migrations after the file's `user_version`, each in its own transaction.
 *
 * @throws UserFault for a file of a newer version of the app, which stays unchanged
 */
export function migrate(database: Database, migrations: readonly Migration[] = MIGRATIONS): void {
  const from = Number(database.pragma('user_version', { simple: true }))
  if (from > migrations.length) {
    throw newerVersion(from, migrations.length)
  }
  for (const migration of migrations.slice(from)) {
    database
      .transaction(() => {
        migration.up(database)
        database.pragma(`user_version = ${migration.version}`)
      })
      .immediate()
  }
}

export const newerVersion = (form: number, known: number): UserFault =>
  new UserFault(`The database was made by a newer version of Holderscope (form ${form}, this version knows ${known}): update the app to open it.`)
