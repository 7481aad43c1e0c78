import { copyFileSync, constants } from 'node:fs'
import Database from 'better-sqlite3'
import { migrate } from '../migrations/migrate.ts'
import { MIGRATIONS } from '../migrations/index.ts'

/**
 * Copies a verified file of an earlier version and gives the copy the tables of this one, so that its facts can be read. Returns false, and
 * makes no copy, for a file of this version.
 */
export function upgradeFile({ file, copy }: { file: string; copy: string }): boolean {
  const source = new Database(file, { readonly: true, fileMustExist: true })
  const version = Number(source.pragma('user_version', { simple: true }))
  source.close()
  if (version >= MIGRATIONS.length) return false
  copyFileSync(file, copy, constants.COPYFILE_FICLONE)
  const database = new Database(copy)
  try {
    database.pragma('trusted_schema = OFF')
    migrate(database)
  } finally {
    database.close()
  }
  return true
}
