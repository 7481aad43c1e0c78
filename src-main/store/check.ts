import type { ReadDb } from './handle.ts'
import { sql } from './sql.ts'

/** `['ok']`, or up to a hundred sentences of SQLite about what is wrong with the file. */
export function check(db: ReadDb): string[] {
  return db.all<{ quick_check: string }>(sql`PRAGMA quick_check`).map((row) => row.quick_check)
}
