import type { Catalog, TableShape } from './catalog.ts'

/**
 * Translates statements of the store to PostgreSQL. Both engines share most of the language, and the differences are in this file. Names that SQLite
 * has and PostgreSQL lacks, such as `json_each` and the `max` of two values, are functions of the schema (schema/functions.ts).
 */

const REWRITES: readonly (readonly [RegExp, string])[] = [
  // The planner of PostgreSQL takes no hints, and orders joins itself.
  [/\s+(?:NOT INDEXED|INDEXED BY \w+)/g, ''],
  [/CROSS JOIN\s+(\S+(?:\s+AS\s+\w+)?)\s+ON\b/g, 'JOIN $1 ON'],
  [/\bAS INTEGER\)/g, 'AS bigint)'],
  [/\bchar\(10\)/g, 'chr(10)'],
  [/coalesce\(\(SELECT group_concat\(DISTINCT value\) FROM json_tree\((\w+)\) .*?, ''\)/g, 'ids_in($1)'],
]

const INSERT = /INSERT(?: OR (IGNORE|REPLACE))? INTO (\w+) \(([^)]*)\)/
const PLACEHOLDERS = /VALUES \(\?(?:, \?)*\)/

/** A statement that runs with one row of values. */
export function translate(text: string, catalog: Catalog): string {
  return numbered(withConflict(rewritten(text), catalog))
}

export interface BulkInsert {
  readonly text: string
  readonly table: string
  readonly columns: readonly string[]
  readonly types: readonly string[]
  /** Columns in which no two rows may have the same values, because the later row replaces the earlier one. */
  readonly replaces: readonly string[] | null
}

/** An INSERT that takes a list of values for each column; null for any other statement. */
export function translateBulk(text: string, catalog: Catalog): BulkInsert | null {
  const insert = INSERT.exec(text)
  const [, mode, table = '', list = ''] = insert ?? []
  const shape = catalog.table(table)
  if (shape === undefined || !PLACEHOLDERS.test(text)) return null
  const columns = columnsOf(list)
  const types = columns.map((column) => shape.types.get(column) ?? 'text')
  const lists = types.map((type, i) => `$${i + 1}::${type}[]`).join()
  const bulk = withConflict(rewritten(text), catalog).replace(PLACEHOLDERS, `SELECT * FROM unnest(${lists})`)
  return { text: bulk, table, columns, types, replaces: mode === 'REPLACE' ? keyAmong(shape, columns) : null }
}

const columnsOf = (list: string): string[] => list.split(',').map((name) => name.trim())

export function rewritten(text: string): string {
  return REWRITES.reduce((changed, [from, to]) => changed.replace(from, to), text)
}

/** Adds what to do about a stored row. SQLite says this before the table, or without naming the key. */
function withConflict(text: string, catalog: Catalog): string {
  const insert = INSERT.exec(text)
  if (insert === null) return text
  const [head, mode, table = '', list = ''] = insert
  const shape = catalog.table(table)
  if (shape === undefined) return text
  const columns = columnsOf(list)
  const key = keyAmong(shape, columns)
  const plain = text.replace(head, `INSERT INTO ${table} (${list})`).replace(/ON CONFLICT DO UPDATE/, `ON CONFLICT (${key.join()}) DO UPDATE`)
  if (mode === 'IGNORE') return `${plain} ON CONFLICT DO NOTHING`
  if (mode !== 'REPLACE') return plain
  const kept = columns.filter((column) => !key.includes(column)).map((column) => `${column} = excluded.${column}`)
  // In SQLite, a replaced row becomes a new row at the end of its table.
  const renewed = ['id', 'rowid'].filter((column) => shape.types.get(column) === 'bigint' && !columns.includes(column))
  const set = [...kept, ...renewed.map((column) => `${column} = DEFAULT`)]
  return `${plain} ON CONFLICT (${key.join()}) DO ${set.length === 0 ? 'NOTHING' : `UPDATE SET ${set.join()}`}`
}

/** The first key whose columns are all given. */
function keyAmong({ keys }: TableShape, columns: readonly string[]): readonly string[] {
  return keys.find((key) => key.every((column) => columns.includes(column))) ?? keys[0] ?? []
}

function numbered(text: string): string {
  let n = 0
  return text.replaceAll('?', () => `$${++n}`)
}
