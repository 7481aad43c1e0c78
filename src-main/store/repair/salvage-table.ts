import type { Database, Statement } from 'better-sqlite3'
import { columnsOf, keyOf } from '../case-file/tables.ts'
import { faultSentence, isFull } from '../connection/faults.ts'

/** The layout of a table, which decides how its readable rows are found around the damaged ones. */
export interface TableForm {
  readonly table: string
  readonly columns: readonly string[]
  /** Indices of the damaged file. */
  readonly indices: readonly string[]
  readonly order:
    | { readonly by: 'rowid' }
    /** The first column is the id of an address; the rows of one address are ordered by the second column, an integer. */
    | { readonly by: 'address'; readonly first: string; readonly second: string }
    | { readonly by: 'text'; readonly key: readonly string[] }
}

/** Tables for which an index also contains complete rows. */
const WHOLE_INDICES: Readonly<Record<string, string>> = { address: 'address_by_text' }
/** Growth of the step that searches for the end of a damaged range, small enough not to skip an intact page after it. */
const GROWTH = 1.5
const LARGEST = Number.MAX_SAFE_INTEGER
const FIRST_STEP = 1 << 16

/** Tables that both files have, referenced tables before those that refer to them. Without the search index, which is rebuilt. */
export function tableForms(database: Database): TableForm[] {
  const names = (schema: 'main' | 'broken'): string[] =>
    database
      .prepare(
        `SELECT name FROM ${schema}.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'case_text' AND name NOT LIKE 'case_search%'`,
      )
      .pluck()
      .all() as string[]
  const present = new Set(names('broken'))
  return names('main')
    .filter((table) => present.has(table))
    .map((table) => formOf(database, table))
}

function formOf(database: Database, table: string): TableForm {
  const known = new Set(database.prepare(`SELECT name FROM pragma_table_info(?, 'broken')`).pluck().all(table) as string[])
  const columns = columnsOf(database, table).filter(({ name }) => known.has(name))
  const indices = database.prepare(`SELECT name FROM broken.sqlite_schema WHERE type = 'index' AND tbl_name = ?`).pluck().all(table) as string[]
  const isRowid = database.prepare('SELECT wr FROM pragma_table_list WHERE schema = ? AND name = ?').pluck().get('main', table) === 0
  const key = keyOf(columns)
  const [first, second] = key
  const common = { table, columns: columns.map(({ name }) => name), indices }
  if (isRowid) return { ...common, order: { by: 'rowid' } }
  if (first?.type === 'INTEGER' && second?.type === 'INTEGER') return { ...common, order: { by: 'address', first: first.name, second: second.name } }
  return { ...common, order: { by: 'text', key: key.map(({ name }) => name) } }
}

/** Copies every readable row. A statement that fails on damage stores nothing and is retried on a smaller range. */
export function copyTable(database: Database, form: TableForm): void {
  const { table, columns, order } = form
  const list = columns.map((name) => `"${name}"`).join(', ')
  const from = (source: string) => `FROM broken."${table}" ${source}`
  const statements = new Map<string, Statement>()
  const prepared = (text: string): Statement => {
    const statement = statements.get(text) ?? database.prepare(text)
    statements.set(text, statement)
    return statement
  }
  const copy = (rest: string, ...values: readonly number[]): boolean =>
    readable(() => prepared(`INSERT OR IGNORE INTO main."${table}" (${list}) SELECT ${list} ${rest}`).run(...values))
  const whole = WHOLE_INDICES[table]
  if (copy(from('NOT INDEXED')) || (whole !== undefined && form.indices.includes(whole) && copy(from(`INDEXED BY "${whole}"`)))) return
  const around = (column: string, where: string, ...values: readonly number[]): void => {
    const probe = prepared(`SELECT min(${column}) ${from('NOT INDEXED')} WHERE ${where} AND ${column} >= ?`)
    copyAround({
      copy: (low, high) => copy(`${from('NOT INDEXED')} WHERE ${where} AND ${column} BETWEEN ? AND ?`, ...values, low, high),
      answers: (low) => readable(() => probe.get(...values, low)),
    })
  }
  if (order.by === 'rowid') around('rowid', 'true')
  else if (order.by === 'text') for (const way of ['ASC', 'DESC']) copyEdge(form, (rest) => copy(from(rest)), way)
  else {
    const tokens = new Set(database.prepare('SELECT id FROM main.token').pluck().all())
    const one = `${from('NOT INDEXED')} WHERE "${order.first}" = ?`
    for (const id of database.prepare('SELECT id FROM main.address').pluck().all() as number[]) {
      if (copy(one, id)) continue
      // Tokens have many pages of rows. Other addresses are searched only if their first or last row is readable.
      const edges = ['ASC', 'DESC'].map((way) => copy(`${one} ORDER BY "${order.second}" ${way} LIMIT 1`, id))
      if (tokens.has(id) || edges.includes(true)) around(`"${order.second}"`, `"${order.first}" = ?`, id)
    }
  }
}

interface Stretch {
  /** Copies the rows with keys from `low` to `high`; false when one of them is damaged. */
  copy(low: number, high: number): boolean
  /** Whether the first row at or after `low` can be found. */
  answers(low: number): boolean
}

/** Copies up to a damaged range, finds its end, and continues after it. */
function copyAround({ copy, answers }: Stretch): void {
  let low = 0
  while (low <= LARGEST) {
    let step = FIRST_STEP
    while (step >= 1 && low <= LARGEST) {
      if (!copy(low, Math.min(LARGEST, low + step - 1))) step = Math.floor(step / 2)
      else if (copy(low, LARGEST)) return
      else {
        low += step
        step *= 2
      }
    }
    let bad = low
    let distance = 1
    while (bad + distance <= LARGEST && !answers(bad + distance)) {
      bad += distance
      distance = Math.ceil(distance * GROWTH)
    }
    let good = bad + distance
    if (good > LARGEST) return
    while (good - bad > 1) {
      const middle = bad + Math.floor((good - bad) / 2)
      if (answers(middle)) good = middle
      else bad = middle
    }
    low = good
  }
}

/** Copies as many rows as can be read from one end of a table without integer keys. */
function copyEdge({ order }: TableForm, copy: (rest: string) => boolean, way: string): void {
  if (order.by !== 'text') return
  const sorted = `ORDER BY ${order.key.map((name) => `"${name}" ${way}`).join(', ')}`
  let most = 0
  for (let step = FIRST_STEP; step >= 1; step = Math.floor(step / 2)) while (copy(`${sorted} LIMIT ${most + step}`)) most += step
}

function readable(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch (error) {
    if (faultSentence(error) === null || isFull(error)) throw error
    return false
  }
}
