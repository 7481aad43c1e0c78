import type { ReadDb, WriteDb } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'

export function setting(db: ReadDb, name: string): string | null {
  return db.get<{ value: string }>(sql`SELECT value FROM setting WHERE name = ${name}`)?.value ?? null
}

export function saveSetting(db: WriteDb, { name, value }: { name: string; value: string }): void {
  db.run(sql`INSERT OR REPLACE INTO setting (name, value) VALUES (${name}, ${value})`)
}

/** Saves a setting if it is still what it was; null for one that is not set. Returns whether it was. */
export function replaceSetting(db: WriteDb, { name, before, value }: { name: string; before: string | null; value: string }): boolean {
  if (setting(db, name) !== before) return false
  saveSetting(db, { name, value })
  return true
}
