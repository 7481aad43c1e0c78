import { toCsv } from '../../../src-shared/domain/csv.ts'
import { saveText } from '../save-file.ts'
import type { Column } from './column.ts'

/** Saves the exportable columns as CSV, with lower-case headers. */
export async function saveTable<Row>(fileName: string, columns: readonly Column<Row>[], rows: readonly Row[]): Promise<void> {
  const exported = columns.filter((column) => column.csv !== undefined)
  const head = exported.map((column) => column.csvHeader ?? column.header.toLowerCase())
  const lines = rows.map((row) => exported.map((column) => column.csv?.(row) ?? null))
  await saveText(`${fileName}.csv`, toCsv(head, lines), 'text/csv')
}
