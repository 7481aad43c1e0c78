import { sql, type Query } from './sql.ts'

/** SQLite's trigram index over `case_text`. It does not find words shorter than three characters. */

/** A condition on the rows `t` of `case_text`: they contain every word, ignoring case. */
export function containing(words: readonly string[]): Query {
  const phrases = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ')
  return sql`t.id IN (SELECT rowid FROM case_search WHERE case_search MATCH ${phrases})`
}

type Run = (query: Query) => number

/** Adds the rows that a condition chooses. */
export function indexText(run: Run, which: Query): void {
  run(sql`INSERT INTO case_search (rowid, text) SELECT id, text FROM case_text WHERE ${which}`)
}

/** Removes the rows that match a condition. Call before they are deleted or changed. */
export function unindexText(run: Run, which: Query): void {
  run(sql`INSERT INTO case_search (case_search, rowid, text) SELECT 'delete', id, text FROM case_text WHERE ${which}`)
}
