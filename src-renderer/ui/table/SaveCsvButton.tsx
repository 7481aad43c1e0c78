import { Button } from '../Button.tsx'
import type { Column } from './column.ts'
import { saveTable } from './save-table.ts'

interface Props<Row> {
  fileName: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  disabled?: boolean
}

/** Saves the given rows as a CSV file. */
export function SaveCsvButton<Row>({ fileName, columns, rows, disabled = false }: Props<Row>) {
  return <Button kind="quiet" icon="download" text="CSV" onClick={() => void saveTable(fileName, columns, rows)} disabled={disabled} />
}
