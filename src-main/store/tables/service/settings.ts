import { sql } from '../../connection/sql.ts'
import type { Read, Write } from '../calls.ts'

export const setting: Read<'setting'> = (db, name) => db.get<{ value: string }>(sql`SELECT value FROM setting WHERE name = ${name}`)?.value ?? null

export const saveSetting: Write<'saveSetting'> = (db, { name, value }) => {
  db.run(sql`INSERT OR REPLACE INTO setting (name, value) VALUES (${name}, ${value})`)
}

export const replaceSetting: Write<'replaceSetting'> = (db, { name, before, value }) => {
  if (setting(db, name) !== before) return false
  saveSetting(db, { name, value })
  return true
}
