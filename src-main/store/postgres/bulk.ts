import type { SqlValue } from '../connection/sql.ts'
import type { BulkInsert } from './dialect.ts'
import type { Step, StepResult } from './session/messages.ts'

/** Many rows in one statement, as one list for each column: PostgreSQL takes them in a third of the time of a statement for each row. */

type Run = (step: Step) => StepResult
type Rows = readonly (readonly SqlValue[])[]

/** About 2 MB of values. */
const ROWS = 5_000

export function insertBulk(run: Run, bulk: BulkInsert, rows: Rows): number {
  const kept = bulk.replaces === null ? rows : lastOfEach(bulk, bulk.replaces, rows)
  let count = 0
  for (let at = 0; at < kept.length; at += ROWS) {
    count += run({ text: bulk.text, rows: [listsOf(bulk.columns, kept.slice(at, at + ROWS))] }).count
  }
  return count
}

/** Places of rows that are stored already, or given before, by the values in some columns. */
export function storedPlaces(run: Run, { table, columns, types }: BulkInsert, once: readonly string[], rows: Rows): ReadonlySet<number> {
  const places = once.map((column) => columns.indexOf(column))
  const lists = once.map((_, i) => `$${i + 1}::${types[places[i] ?? 0]}[]`).join()
  const same = once.map((column) => `stored.${column} = given.${column}`).join(' AND ')
  const text = `SELECT n - 1 FROM unnest(${lists}) WITH ORDINALITY AS given(${once.join()}, n) WHERE EXISTS (SELECT 1 FROM ${table} AS stored WHERE ${same})`
  const keys = rows.map((row) => places.map((place) => row[place] ?? null))
  const found = new Set<number>()
  for (let at = 0; at < keys.length; at += ROWS) {
    for (const [place] of run({ text, rows: [listsOf(once, keys.slice(at, at + ROWS))] }).rows) found.add(at + Number(place))
  }
  const given = new Set<string>()
  keys.forEach((key, place) => {
    const name = key.join(' ')
    if (given.has(name)) found.add(place)
    given.add(name)
  })
  return found
}

const listsOf = (columns: readonly string[], rows: Rows): SqlValue[][] => columns.map((_, i) => rows.map((row) => row[i] ?? null))

/** One statement changes a row once, so only the last row of a key goes over. */
function lastOfEach({ columns }: BulkInsert, key: readonly string[], rows: Rows): Rows {
  const places = key.map((column) => columns.indexOf(column))
  return [...new Map(rows.map((row) => [places.map((place) => row[place]).join(' '), row])).values()]
}
