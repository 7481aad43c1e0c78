import { randomUUID } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { cleanName } from '../../lib/clean-name.ts'
import type { WriteDb } from '../connection/handle.ts'
import { sql, type SqlValue } from '../connection/sql.ts'
import type { ImportedFacts } from '../interface.ts'
import { saveOwner } from '../tables/cases/case-members.ts'
import { indexCase } from '../tables/cases/search/search-index.ts'
import { highMark, newestTradeId } from '../tables/tokens/revisions.ts'
import { nextTradeId, TRADE_ONCE } from '../tables/trades/trade-numbers.ts'
import { updateRuns } from '../tables/trades/trade-runs.ts'
import { networkOfCode } from '../values/codes.ts'
import { openCaseFile } from './open-file.ts'
import { caseTables, columnsOf, FACT_TABLES, hasTable, keyOf, namesOf, tokensIn, type CaseTable } from './tables.ts'
import type { Write } from '../tables/calls.ts'

/** Ids of the file to ids of the store. */
interface Names {
  readonly address: (id: number) => number
  readonly tx: (id: number) => number
  readonly venue: (id: number) => number
}

type Row = Record<string, SqlValue>

/**
 * Adds the case of a verified file, with the facts of its tokens. Never replaces what is already stored: facts of known tokens, facts of wallets, and
 * labels stay.
 */
export const importCase: Write<'importCase'> = (db, { file, owner = null }) => {
  const database = openCaseFile(file)
  try {
    const tokens = importAllFacts(database, db)
    const id = importRows(database, db, database.prepare('SELECT id FROM case_file').pluck().get() as string)
    saveOwner(db, id, owner)
    return { id, ...tokens }
  } finally {
    database.close()
  }
}

/** Adds the facts of every token of a file, and the labels. */
export function importAllFacts(database: Database, db: WriteDb): ImportedFacts {
  const names = nameMaps(database, db)
  const tokens = tokensIn(database)
  const known = new Set(
    tokens.filter(({ id }) => db.get(sql`SELECT 1 AS found FROM token WHERE id = ${names.address(id)}`) !== undefined).map(({ id }) => id),
  )
  const newest = newestTradeId(db)
  for (const table of FACT_TABLES) if (hasTable(database, table.table)) importFacts(database, db, table, names, known)
  updateRuns(db, newest + 1)
  copyRows(database, db, 'label', (row) => ({ ...row, name: printable(row['name']) }))
  return {
    added: tokens.filter(({ id }) => !known.has(id)).map(({ key }) => key),
    kept: tokens.filter(({ id }) => known.has(id)).map(({ key }) => key),
  }
}

/** Tables of a token whose rows are added even if the token is already stored. */
const ADDED_TO_KNOWN = new Set(['snapshot', 'trade', 'pool'])

function importFacts(database: Database, db: WriteDb, spec: CaseTable, names: Names, known: ReadonlySet<number>): void {
  const { table, address, tx, venue, numberBy } = spec
  const owner = table === 'token' ? 'id' : 'token'
  const revision = highMark(db, 'revision') + 1
  copyRows(database, db, table, (row) => {
    if (!ADDED_TO_KNOWN.has(table) && table !== 'dollar_payment' && known.has(Number(row[owner]))) return null
    const copy = { ...row }
    for (const name of address) copy[name] = toId(row[name], names.address)
    if (tx === true) copy['tx'] = toId(row['tx'], names.tx)
    if (venue === true) copy['venue'] = toId(row['venue'], names.venue)
    if (numberBy !== undefined) delete copy['id']
    return table === 'token' ? { ...copy, revision, name: printable(row['name']), symbol: printable(row['symbol']) } : copy
  })
}

/** A file may come from anyone, so its names are cleaned like those of a chain. */
const printable = (name: SqlValue | undefined): SqlValue => (typeof name === 'string' ? cleanName(name) : null)

const toId = (id: SqlValue | undefined, map: (id: number) => number): SqlValue => (id === null || id === undefined ? null : map(Number(id)))

/** Inserts what `change` returns for each row. Stored rows are not replaced. */
export function copyRows(database: Database, db: WriteDb, table: string, change: (row: Row) => Row | null): void {
  const rows = database
    .prepare(`SELECT * FROM ${table} ORDER BY ${namesOf(keyOf(columnsOf(database, table)))}`)
    .safeIntegers(true)
    .iterate() as IterableIterator<Row>
  let batch: Row[] = []
  const insert = (): void => {
    const columns = Object.keys(batch[0] ?? {})
    if (batch.length > 0) insertRows(db, table, columns, batch)
    batch = []
  }
  for (const row of rows) {
    const copy = change(row)
    if (copy !== null) batch.push(copy)
    if (batch.length === BATCH) insert()
  }
  insert()
}

/** Streams resume by the ids of trades, which are assigned in storage order. */
function insertRows(db: WriteDb, table: string, columns: readonly string[], rows: readonly Row[]): void {
  const text = (names: readonly string[]): string => `INSERT OR IGNORE INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join(', ')})`
  if (table !== 'trade') return void db.runAll(text(columns), rows, (row) => Object.values(row))
  db.insertNumbered(text(['id', ...columns]), { first: () => nextTradeId(db), once: TRADE_ONCE }, rows, (row, id) => [id, ...Object.values(row)])
}

/** Rows that are held at once. */
const BATCH = 10_000

/** Tables of cases that the store itself maintains. */
const OF_THE_STORE: ReadonlySet<string> = new Set(['case_text', 'deleted_case'])

/** Adds a case of a file. Returns its id in the store. */
export function importRows(database: Database, db: WriteDb, stated: string): string {
  const isFree = db.get(sql`SELECT 1 AS found FROM case_file WHERE id = ${stated}`) === undefined
  const id = isFree ? stated : randomUUID()
  for (const table of caseTables(database).filter((one) => !OF_THE_STORE.has(one))) {
    const key = table === 'case_file' ? 'id' : 'case_id'
    copyRows(database, db, table, (row) => (row[key] === stated ? { ...row, [key]: id } : null))
  }
  indexCase(db, id)
  return id
}

function nameMaps(database: Database, db: WriteDb): Names {
  const address = new Map<number, number>()
  const tx = new Map<number, number>()
  const namesIn = (table: string) =>
    database.prepare(`SELECT id, network, text FROM ${table}`).raw().iterate() as IterableIterator<[id: number, network: number, text: string]>
  const intern = (): void => {
    for (const [id, network, text] of namesIn('address')) address.set(id, db.intern.address(networkOfCode(network), trustedAddress(text)))
    for (const [id, network, text] of namesIn('tx')) tx.set(id, db.intern.transaction(networkOfCode(network), text))
  }
  db.intern.ahead(intern)
  intern()
  const venue = new Map<number, number>()
  for (const [id, dex, version] of database.prepare('SELECT id, dex, version FROM venue').raw().all() as [number, string, string][]) {
    venue.set(id, db.intern.venue(dex, version))
  }
  return { address: inMap(address), tx: inMap(tx), venue: inMap(venue) }
}

/** An unknown pool is 0. */
const inMap =
  (map: ReadonlyMap<number, number>) =>
  (id: number): number => {
    if (id === 0) return 0
    const found = map.get(id)
    if (found === undefined) throw new Error(`a row of the case file names the unknown id ${id}`)
    return found
  }
