import type { Column } from './column.ts'

/** What a cell says as plain text: its exported value, else the one it sorts by; null for a cell that only draws. */
export function cellText<Row>(column: Column<Row>, row: Row): string | null {
  const value = column.csv?.(row) ?? column.sortBy?.(row) ?? null
  return value === null ? null : String(value)
}

/** A row as tab-separated text, as spreadsheets take it: the cells that export, unknown ones empty. */
export function rowText<Row>(columns: readonly Column<Row>[], row: Row): string {
  return columns
    .filter((column) => column.csv !== undefined)
    .map((column) => (cellText(column, row) ?? '').replaceAll(/[\t\r\n]+/g, ' '))
    .join('\t')
}
