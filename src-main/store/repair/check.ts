import { faultSentence } from '../connection/faults.ts'
import type { ReadDb } from '../connection/handle.ts'
import { sql } from '../connection/sql.ts'

/** `['ok']`, or up to a hundred messages of SQLite's quick_check. */
export function check(db: ReadDb): string[] {
  try {
    return db.all<{ quick_check: string }>(sql`PRAGMA quick_check`).map((row) => row.quick_check)
  } catch (error) {
    // Heavy damage makes the check itself fail.
    const sentence = faultSentence(error)
    if (sentence === null) throw error
    return [sentence]
  }
}
