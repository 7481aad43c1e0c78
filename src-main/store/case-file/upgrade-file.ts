import { copyFileSync, constants } from 'node:fs'
import Database from 'better-sqlite3'
import { migrate } from '../migrations/migrate.ts'
import { LEFT_OUT } from './tables.ts'
import { MIGRATIONS } from '../migrations/index.ts'

/** Files of an earlier version lack tables. Such files are only read. A copy of the file gets the tables of this version. */

const versionOf = (database: Database.Database): number => Number(database.pragma('user_version', { simple: true }))
export const isOld = (database: Database.Database): boolean => versionOf(database) < MIGRATIONS.length

/** Copies a verified file and adds the tables of this version to the copy. */
export function upgradeFile({ file, copy }: { file: string; copy: string }): void {
  copyFileSync(file, copy, constants.COPYFILE_FICLONE)
  upgrade(new Database(copy)).close()
}

/** Runs `read` on the database, or on an upgraded copy in memory. */
export function withThisVersion<T>(database: Database.Database, read: (database: Database.Database) => T): T {
  if (!isOld(database)) return read(database)
  const copy = upgrade(new Database(database.serialize()))
  try {
    return read(copy)
  } finally {
    copy.close()
  }
}

function upgrade(copy: Database.Database): Database.Database {
  copy.pragma('trusted_schema = OFF')
  // Later migrations may change tables that a file leaves out, so the upgrade restores them first.
  const store = new Database(':memory:')
  migrate(store, MIGRATIONS.slice(0, versionOf(copy)))
  const tables = store.prepare('SELECT name, sql FROM sqlite_schema').raw().all() as [string, string][]
  for (const [name, sql] of tables) if (LEFT_OUT.includes(name)) copy.exec(sql)
  store.close()
  migrate(copy)
  return copy
}
