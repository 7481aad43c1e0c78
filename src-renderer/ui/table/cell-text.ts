import type { Column } from './column.ts'

/** A cell as text: its CSV value, else its sort value; null for a purely visual cell. */
export function cellText<Row>(column: Column<Row>, row: Row): string | null {
  const value = column.csv?.(row) ?? column.sortBy?.(row) ?? null
  return value === null ? null : String(value)
}

/** A row as tab-separated text for spreadsheets: all cells with a CSV value. */
export function rowText<Row>(columns: readonly Column<Row>[], row: Row): string {
  return columns
    .filter((column) => column.csv !== undefined)
    .map((column) => (cellText(column, row) ?? '').replaceAll(/[\t\r\n]+/g, ' '))
    .join('\t')
}
