import type { Database } from 'better-sqlite3'
import { UserFault } from '../../lib/app-error.ts'
import { MIGRATIONS } from './index.ts'
import type { Migration } from './migration.ts'

/**
 * Applies the steps that the file has not seen, each in its own transaction; `user_version` says how far it is.
 * Throws UserFault for a file made by a newer version of the app, and leaves it untouched.
 */
export function migrate(database: Database, migrations: readonly Migration[] = MIGRATIONS): void {
  const from = Number(database.pragma('user_version', { simple: true }))
  if (from > migrations.length) {
    throw new UserFault(
      `The database was made by a newer version of Holderscope (form ${from}, this version knows ${migrations.length}): update the app to open it.`,
    )
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
