import { sql, type Query } from './sql.ts'

/** The trigram index of SQLite over `case_text`. It finds no shorter words. */

/** A condition on the rows `t` of `case_text`: they contain every word, in any case. */
export function containing(words: readonly string[]): Query {
  const phrases = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ')
  return sql`t.id IN (SELECT rowid FROM case_search WHERE case_search MATCH ${phrases})`
}

type Run = (query: Query) => number

/** Adds the rows that a condition chooses. */
export function indexText(run: Run, which: Query): void {
  run(sql`INSERT INTO case_search (rowid, text) SELECT id, text FROM case_text WHERE ${which}`)
}

/** Called before the rows are deleted or changed. */
export function unindexText(run: Run, which: Query): void {
  run(sql`INSERT INTO case_search (case_search, rowid, text) SELECT 'delete', id, text FROM case_text WHERE ${which}`)
}
