import { RESTORABLE_TABLES } from './restorable-tables.ts'
import type { ReadDb, WriteDb } from '../../connection/handle.ts'
import { quoteIdentifier, sql, type Query } from '../../connection/sql.ts'

/** Deleted rows that can be restored, in tables with the same columns as the original ones. */

export type RestorableTable = (typeof RESTORABLE_TABLES)[number]

const deletedTable = (table: RestorableTable): Query => quoteIdentifier(`deleted_${table}`)

const columnsOf = (db: ReadDb, table: RestorableTable): string[] =>
  db.arrays<[string]>(sql`SELECT name FROM pragma_table_info(${table})`).map(([name]) => name)

/** Quoted, because names such as `value` are keywords. */
const listOf = (columns: readonly string[]): Query => ({ text: columns.map((name) => `"${name}"`).join(', '), params: [] })

/** Copies the current rows into a deletion without deleting them. */
export function keepRows(db: WriteDb, deletion: number, table: RestorableTable, where: Query): number {
  const columns = listOf(columnsOf(db, table))
  return db.run(sql`
    INSERT INTO ${deletedTable(table)} (deletion, ${columns}) SELECT ${deletion}, ${columns} FROM ${quoteIdentifier(table)} WHERE ${where}`)
}

/** Moves the rows into a deletion and returns their number. */
export function deleteRows(db: WriteDb, deletion: number, table: RestorableTable, where: Query): number {
  const moved = keepRows(db, deletion, table, where)
  if (moved > 0) db.run(sql`DELETE FROM ${quoteIdentifier(table)} WHERE ${where}`)
  return moved
}

/** Restores rows of a deletion. If a row with the same key has been stored again, that row stays. */
export function restoreRows(db: WriteDb, table: RestorableTable, where: Query): void {
  const columns = listOf(columnsOf(db, table))
  db.run(sql`INSERT OR IGNORE INTO ${quoteIdentifier(table)} (${columns}) SELECT ${columns} FROM ${deletedTable(table)} WHERE ${where}`)
  db.run(sql`DELETE FROM ${deletedTable(table)} WHERE ${where}`)
}

export const isKept = (db: ReadDb, deletion: number, table: RestorableTable): boolean =>
  db.get(sql`SELECT 1 FROM ${deletedTable(table)} WHERE deletion = ${deletion} LIMIT 1`) !== undefined

/** Removes all deleted rows for good. */
export function purgeRows(db: WriteDb): void {
  for (const table of RESTORABLE_TABLES) db.run(sql`DELETE FROM ${deletedTable(table)}`)
  db.run(sql`DELETE FROM deletion`)
}
