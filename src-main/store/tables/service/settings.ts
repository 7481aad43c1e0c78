import type { ReadDb, WriteDb } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'

export function setting(db: ReadDb, name: string): string | null {
  return db.get<{ value: string }>(sql`SELECT value FROM setting WHERE name = ${name}`)?.value ?? null
}

export function saveSetting(db: WriteDb, { name, value }: { name: string; value: string }): void {
  db.run(sql`INSERT OR REPLACE INTO setting (name, value) VALUES (${name}, ${value})`)
}

/** Saves a setting if its value is still `before`, null for none. Returns whether it was saved. */
export function replaceSetting(db: WriteDb, { name, before, value }: { name: string; before: string | null; value: string }): boolean {
  if (setting(db, name) !== before) return false
  saveSetting(db, { name, value })
  return true
}
