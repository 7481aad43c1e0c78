import { createInterner, createReadNames, type ReadNames } from './names.ts'
import type { AtomicScope, Numbered, Numbers, ReadDb, WriteDb } from '../connection/handle.ts'
import type { DbSpace } from '../connection/space.ts'
import { joined, sql, type Query, type SqlValue } from '../connection/sql.ts'
import type { Catalog } from './catalog.ts'
import { BATCH_ROWS, batchesOf, insertBulk, storedIndexes } from './bulk.ts'
import { translate, translateBulk } from './dialect.ts'
import { TRADE_NUMBERS } from './locks.ts'
import type { Step, StepResult, StoredValue } from './session/messages.ts'
import type { Session } from './session/session.ts'
import { createTransactions, lockStep, type Transactions } from './transaction.ts'

/** The connections of the store's tables (connection/handle.ts) over a session of PostgreSQL. */

export function readHandle(session: Session, catalog: Catalog): ReadDb {
  return asReadable(reading(createTransactions(session), catalog).handle)
}

export function writeHandle(session: Session, catalog: Catalog, namesSession: () => Session): WriteDb {
  const transactions = createTransactions(session)
  const { handle, run, translated } = reading(transactions, catalog)
  const intern = createInterner(namesSession)

  function runAll<Row>(text: string, rows: readonly Row[], values: (row: Row) => readonly SqlValue[]): number {
    const bulk = translateBulk(text, catalog)
    let count = 0
    for (const batch of batchesOf(rows)) {
      intern.ahead(() => batch.forEach(values))
      const all = batch.map(values)
      count += bulk === null ? run({ text: translated(text), rows: all }).count : insertBulk(run, bulk, all)
    }
    return count
  }

  /** Until this transaction ends, no other one takes a number. */
  function firstNumber(first: () => number): number {
    transactions.run([lockStep([TRADE_NUMBERS])])
    return first()
  }

  return asWritable({
    ...handle,
    run: ({ text, params }: Query) => run({ text: translated(text), rows: [params] }).count,
    runAll,
    insertNumbered<Row>(
      text: string,
      { first, once }: Numbers,
      rows: readonly Row[],
      values: (row: Row, id: number) => readonly SqlValue[],
    ): Numbered {
      const bulk = translateBulk(text, catalog)
      if (bulk === null) throw new Error(`not an INSERT of rows: ${text}`)
      const indexes: number[] = []
      let from: number | null = null
      for (const [n, batch] of batchesOf(rows).entries()) {
        intern.ahead(() => batch.forEach((row) => values(row, 0)))
        from ??= firstNumber(first)
        const next = from + indexes.length
        const stored = storedIndexes(
          run,
          bulk,
          once,
          batch.map((row) => values(row, 0)),
        )
        const added = [...batch.keys()].filter((index) => !stored.has(index))
        insertBulk(
          run,
          bulk,
          added.map((index, i) => values(batch[index] as Row, next + i)),
        )
        indexes.push(...added.map((index) => n * BATCH_ROWS + index))
      }
      const ids = indexes.map((_, i) => (from ?? 0) + i)
      return { indexes, ids }
    },
    atomic: <T>(work: () => T, scope?: AtomicScope) => transactions.writing(scope, work),
    indexText: () => undefined,
    unindexText: () => undefined,
    rewrite: () => session.script('VACUUM'),
    intern,
  })
}

/* The brands of the handles exist for the compiler only. */
const asReadable = (handle: object): ReadDb => handle as ReadDb
const asWritable = (handle: object): WriteDb => handle as WriteDb

type Run = (step: Step) => StepResult

function reading(transactions: Transactions, catalog: Catalog) {
  const texts = new Map<string, string>()
  const translated = (text: string): string => {
    const known = texts.get(text) ?? translate(text, catalog)
    texts.set(text, known)
    return known
  }
  const run: Run = (step) => {
    const [result] = transactions.run([step])
    if (result === undefined) throw new Error('a statement without a result')
    return result
  }
  const names: ReadNames = createReadNames((step) => transactions.apart([step])[0]?.rows ?? [])
  const step = ({ text, params }: Query): Step => ({ text: translated(text), rows: [params] })
  const withNames = (result: StepResult): StepResult => {
    loadNames(result, catalog, names)
    return result
  }
  const select = (query: Query): StepResult => withNames(run(step(query)))
  const all = (query: Query): Record<string, StoredValue>[] => {
    const { columns, rows } = select(query)
    return rows.map((row) => Object.fromEntries(columns.map(({ name }, i) => [name, row[i] ?? null])))
  }
  const handle = {
    all,
    get: (query: Query) => all(query)[0],
    arrays: (query: Query) => select(query).rows,
    together: (queries: readonly Query[]) => transactions.together(queries.map(step)).map((result) => withNames(result).rows),
    each: (query: Query) => select(query).rows.values(),
    consistent: transactions.reading,
    addresses: names,
    readsRowsByIndex: true,
    space: () => spaceOf(run),
    check: () => checkSums(run),
    // Lower-cased by Unicode, as in JavaScript. Cases have few enough texts for a full scan.
    containing: (words: readonly string[]) =>
      joined(
        words.map((word) => sql`strpos(lower(t.text COLLATE "und-x-icu"), ${word}) > 0`),
        ' AND ',
      ),
  }
  return { handle, run, translated }
}

/** Loads the texts of addresses in the rows. Rows name addresses by id, and one statement reads all texts instead of one statement per address. */
function loadNames({ columns, rows }: StepResult, catalog: Catalog, names: ReadNames): void {
  const indexes = columns.flatMap((column, i) => (catalog.isAddress(column) ? [i] : []))
  const missing = new Set<number>()
  for (const row of rows) {
    for (const index of indexes) {
      const id = row[index]
      if (typeof id === 'number' && id > 0 && !names.has(id)) missing.add(id)
    }
  }
  if (missing.size > 0) names.load([...missing])
}

function spaceOf(run: Run): DbSpace {
  const bytes = Number(run({ text: 'SELECT pg_database_size(current_database())', rows: [[]] }).rows[0]?.[0])
  return { fileBytes: bytes, walBytes: 0, freeBytes: null, usedBytes: bytes }
}

/** PostgreSQL checks each page when reading it, and counts pages that differ from what was written. */
function checkSums(run: Run): string[] {
  const [row] = run({
    text: `SELECT current_setting('data_checksums'), coalesce(checksum_failures, 0) FROM pg_stat_database WHERE datname = current_database()`,
    rows: [[]],
  }).rows
  const [kept, failures] = row ?? []
  if (kept !== 'on') return ['The PostgreSQL server keeps no checksums of its pages, so damage to its disk would go unnoticed.']
  return Number(failures) === 0 ? ['ok'] : [`The PostgreSQL server read ${failures} pages that are not what it wrote; its log names them.`]
}
