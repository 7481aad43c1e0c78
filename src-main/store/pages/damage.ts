import Database from 'better-sqlite3'
import { UserFault } from '../../lib/app-error.ts'
import { ACCEPT_CHANGES, SALVAGE } from '../connection/faults.ts'

const MAX_NAMED = 5

/** Names damaged pages and the tables and indexes that they belong to. */
export function describeDamage(path: string, pages: readonly number[]): string {
  const shown = pages.slice(0, MAX_NAMED).join(', ')
  const more = pages.length > MAX_NAMED ? ` and ${pages.length - MAX_NAMED} more` : ''
  const owners = ownersOf(path, pages)
  return `page${pages.length === 1 ? '' : 's'} ${shown}${more}${owners.length === 0 ? '' : ` of ${owners.join(', ')}`}`
}

export const damageFault = (path: string, pages: readonly number[]): UserFault =>
  new UserFault(
    `The database file is damaged in ${describeDamage(path, pages)}, or another program changed it; run ${SALVAGE} to recover the rest, restore a ` +
      `backup, or run ${ACCEPT_CHANGES} if the change was made on purpose. (${path})`,
  )

/** Empty if the damage hides the names. */
function ownersOf(path: string, pages: readonly number[]): string[] {
  const database = new Database(path, { readonly: true, fileMustExist: true })
  try {
    return database
      .prepare('SELECT DISTINCT name FROM dbstat WHERE pageno IN (SELECT value FROM json_each(?)) ORDER BY name')
      .pluck()
      .all(JSON.stringify(pages)) as string[]
  } catch {
    return []
  } finally {
    database.close()
  }
}
