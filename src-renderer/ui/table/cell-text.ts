import type { Column } from './column.ts'

/** The value of a column as text: what CSV has, in columns without it what the rows are sorted by. Undefined for a purely visual column. */
const valueOf = <Row>({ csv, sortBy }: Column<Row>): Column<Row>['csv'] => csv ?? sortBy

/** A cell as text; null if its value is unknown or the column purely visual. */
export function cellText<Row>(column: Column<Row>, row: Row): string | null {
  const value = valueOf(column)?.(row) ?? null
  return value === null ? null : String(value)
}

/** A row as tab-separated text for spreadsheets, without its purely visual columns. */
export function rowText<Row>(columns: readonly Column<Row>[], row: Row): string {
  return columns
    .filter((column) => valueOf(column) !== undefined)
    .map((column) => (cellText(column, row) ?? '').replaceAll(/[\t\r\n]+/g, ' '))
    .join('\t')
}
