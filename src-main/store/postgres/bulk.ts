import { partsOf } from '../../lib/parts-of.ts'
import type { SqlValue } from '../connection/sql.ts'
import type { BulkInsert } from './dialect.ts'
import type { Step, StepResult } from './session/messages.ts'

/** Many rows in one statement, as one list for each column: PostgreSQL takes them in a third of the time of a statement for each row. */

type Run = (step: Step) => StepResult
type Rows = readonly (readonly SqlValue[])[]

/**
 * About 2 MB of values. Between two statements of a transaction the server waits for this process, and it ends transactions that wait too long
 * (session/connection.ts). This limits the work in between.
 */
export const BATCH_ROWS = 5_000

export const batchesOf = <Row>(rows: readonly Row[]): (readonly Row[])[] => partsOf(rows, BATCH_ROWS)

/** Inserts a batch and returns the number of rows that changed. */
export function insertBulk(run: Run, bulk: BulkInsert, batch: Rows): number {
  if (batch.length === 0) return 0
  const kept = bulk.replaces === null ? batch : lastOfEach(bulk, bulk.replaces, batch)
  return run({ text: bulk.text, rows: [listsOf(bulk.columns, kept)] }).count
}

/** Indexes in a batch of rows that are already stored, or that repeat an earlier row of the batch, compared by the values in some columns. */
export function storedIndexes(run: Run, { table, columns, types }: BulkInsert, once: readonly string[], batch: Rows): ReadonlySet<number> {
  const indexes = once.map((column) => columns.indexOf(column))
  const lists = once.map((_, i) => `$${i + 1}::${types[indexes[i] ?? 0]}[]`).join()
  const same = once.map((column) => `stored.${column} = given.${column}`).join(' AND ')
  const text = `SELECT n - 1 FROM unnest(${lists}) WITH ORDINALITY AS given(${once.join()}, n) WHERE EXISTS (SELECT 1 FROM ${table} AS stored WHERE ${same})`
  const keys = batch.map((row) => indexes.map((index) => row[index] ?? null))
  const found = new Set(run({ text, rows: [listsOf(once, keys)] }).rows.map(([index]) => Number(index)))
  const given = new Set<string>()
  keys.forEach((key, index) => {
    const name = key.join(' ')
    if (given.has(name)) found.add(index)
    given.add(name)
  })
  return found
}

const listsOf = (columns: readonly string[], rows: Rows): SqlValue[][] => columns.map((_, i) => rows.map((row) => row[i] ?? null))

/** One statement can change a row only once, so only the last row per key is sent. */
function lastOfEach({ columns }: BulkInsert, key: readonly string[], rows: Rows): Rows {
  const indexes = key.map((column) => columns.indexOf(column))
  return [...new Map(rows.map((row) => [indexes.map((index) => row[index]).join(' '), row])).values()]
}
