import { faultSentence } from '../connection/faults.ts'
import type { ReadDb } from '../connection/handle.ts'
import { sql } from '../connection/sql.ts'

/** `['ok']`, or up to a hundred sentences of SQLite about what is wrong with the file. */
export function check(db: ReadDb): string[] {
  try {
    return db.all<{ quick_check: string }>(sql`PRAGMA quick_check`).map((row) => row.quick_check)
  } catch (error) {
    // A file that is damaged enough ends the check itself.
    const sentence = faultSentence(error)
    if (sentence === null) throw error
    return [sentence]
  }
}
