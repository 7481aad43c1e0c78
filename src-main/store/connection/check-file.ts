import { faultSentence } from './faults.ts'
import { sql, type Query } from './sql.ts'

/** `['ok']`, or up to a hundred messages of SQLite's quick_check. */
export function checkFile(db: { all<Row>(query: Query): Row[] }): string[] {
  try {
    return db.all<{ quick_check: string }>(sql`PRAGMA quick_check`).map((row) => row.quick_check)
  } catch (error) {
    // Heavy damage makes the check itself fail.
    const sentence = faultSentence(error)
    if (sentence === null) throw error
    return [sentence]
  }
}
