import { fieldsOf, type FieldReader, type ListTable } from '../../../src-shared/domain/lists/read-table.ts'
import { countOf } from '../../../src-shared/domain/shown.ts'
import { importError } from '../errors.ts'

/** Refused rows that a note lists. */
const NAMED_ROWS = 5

export interface ReadRows<Row> {
  readonly rows: readonly Row[]
  readonly refused: number
  /** Sentences that name the first refused rows. */
  readonly notes: readonly string[]
}

/**
 * @param read returns a row, or the reason it is refused
 * @throws AppError `validation_error` that shows the format, if no row remains
 */
export function readRowsOf<Row>(table: ListTable, read: (fields: FieldReader) => Row | string, format: string): ReadRows<Row> {
  const refused: string[] = []
  const rows = table.rows.flatMap((row, index): Row[] => {
    const one = read(fieldsOf(row, table))
    if (typeof one !== 'string') return [one]
    refused.push(`Row ${table.firstRow + index}: ${one}`)
    return []
  })
  if (rows.length === 0) throw importError(`${refused[0] ?? 'The file has no rows.'} ${format}`)
  if (refused.length === 0) return { rows, refused: 0, notes: [] }
  const more = refused.length > NAMED_ROWS ? ` And ${countOf(refused.length - NAMED_ROWS, 'more row')}.` : ''
  const note = `${countOf(refused.length, 'row was', 'rows were')} refused. ${refused.slice(0, NAMED_ROWS).join(' ')}${more}`
  return { rows, refused: refused.length, notes: [note] }
}
