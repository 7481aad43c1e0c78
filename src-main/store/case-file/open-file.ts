import Database from 'better-sqlite3'
import { MAX_DECIMALS } from '../../../src-shared/domain/amount.ts'
import { LAST_SECOND } from '../../../src-shared/domain/unix-time.ts'
import { AppError } from '../../lib/app-error.ts'
import { MIGRATIONS } from '../migrations/index.ts'
import { migrate } from '../migrations/migrate.ts'
import { columnsOf, FILE_SCHEMA, hashedTables } from './tables.ts'

/** The longest text or blob of a case file: more than any snapshot needs. */
const MAX_VALUE_BYTES = 64 * 1024 * 1024
/** Bytes of the longest raw amount: one byte of length, and 256 bits (src-main/store/values/amounts.ts). */
const MAX_AMOUNT_BYTES = 33
/** The largest values of columns by which amounts are scaled or dates are made. */
const LARGEST: ReadonlyMap<string, number> = new Map([
  ...['decimals', 'decimals_in', 'decimals_out'].map((name) => [name, MAX_DECIMALS] as const),
  ...['time', 'timestamp', 'as_of', 'created_at', 'taken_at', 'generated_at', 'opened_at'].map((name) => [name, LAST_SECOND] as const),
])

export const refusal = (message: string, cause?: unknown): AppError => new AppError('validation_error', { message, cause })

/**
 * Opens a case file that may be hostile: read-only, in better-sqlite3's defensive mode, and without trusting its schema. The schema must be exactly
 * that of a case file, so that no trigger, view or expression of the file runs.
 *
 * @throws AppError `validation_error` with the reason
 */
export function openCaseFile(file: string): Database.Database {
  let database: Database.Database | null = null
  try {
    database = new Database(file, { readonly: true, fileMustExist: true })
    database.unsafeMode(false)
    database.pragma('trusted_schema = OFF')
    database.pragma('cell_size_check = ON')
    database.pragma('mmap_size = 0')
    checkSchema(database)
    const [first] = database.pragma('integrity_check(1)') as { integrity_check: string }[]
    if (first?.integrity_check !== 'ok') throw refusal(`The case file is damaged: ${first?.integrity_check ?? 'unreadable'}.`)
    checkValues(database)
    return database
  } catch (error) {
    database?.close()
    if (error instanceof Database.SqliteError) throw refusal('The file is not a case file, or it is damaged.', error)
    throw error
  }
}

function checkSchema(database: Database.Database): void {
  const version = Number(database.pragma('user_version', { simple: true }))
  if (version > MIGRATIONS.length) throw refusal('The case file was made by a newer version of Holderscope. Update the app to open it.')
  if (database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'manifest'`).get() === undefined) throw refusal('The file is not a case file.')
  const known = schemaOf(version)
  const found = schemaRows(database)
  const extra = found.find((row) => !known.has(row))
  if (extra !== undefined) throw refusal(`The case file has an unexpected part: ${extra.slice(0, 80)}`)
  if (found.length !== known.size) throw refusal('The case file is incomplete.')
}

/** The schema rows of a file of a version. */
function schemaOf(version: number): ReadonlySet<string> {
  const database = new Database(':memory:')
  try {
    migrate(database, MIGRATIONS.slice(0, version))
    database.exec(FILE_SCHEMA)
    return new Set(schemaRows(database))
  } finally {
    database.close()
  }
}

const schemaRows = (database: Database.Database): string[] =>
  database.prepare(`SELECT type || ' ' || name || ' ' || tbl_name || ' ' || coalesce(sql, '') FROM sqlite_schema`).pluck().all() as string[]

/** Refuses values that are too long or of another type than their column, before any of them is read. */
function checkValues(database: Database.Database): void {
  for (const table of hashedTables(database)) {
    const wrong = columnsOf(database, table).map(({ name, type }) => `WHEN NOT (${allowed(name, type)}) THEN '${name}'`)
    const column = database
      .prepare(`SELECT CASE ${wrong.join(' ')} END AS wrong FROM main.${table} WHERE wrong IS NOT NULL LIMIT 1`)
      .pluck()
      .get()
    if (column !== undefined) throw refusal(`The case file has a value of a wrong type or size in ${table}.${String(column)}.`)
  }
}

function allowed(name: string, type: string): string {
  const column = `"${name}"`
  const base = `${column} IS NULL OR typeof(${column}) =`
  const largest = LARGEST.get(name)
  if (largest !== undefined) return `${base} 'integer' AND ${column} BETWEEN 0 AND ${largest}`
  switch (type) {
    case 'INTEGER':
      return `${base} 'integer' OR (typeof(${column}) = 'blob' AND length(${column}) <= ${MAX_AMOUNT_BYTES})`
    case 'REAL':
      return `${base} 'real'`
    case 'BLOB':
      return `${base} 'blob' AND length(${column}) <= ${MAX_VALUE_BYTES}`
    default:
      return `${base} 'text' AND length(CAST(${column} AS BLOB)) <= ${MAX_VALUE_BYTES}`
  }
}
