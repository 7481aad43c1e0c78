import { parse } from 'csv-parse/sync'

export type Delimiter = ',' | ';' | '\t'

export interface CsvOptions {
  readonly delimiter?: Delimiter
  /** Maximum rows to read. Default: all. */
  readonly to?: number
  /** Skips a row that cannot be read, such as the last row of a truncated text. */
  readonly skip_records_with_error?: boolean
}

/** Bytes. A longer row means that a quote was not closed. */
const max_record_size = 1_000_000

/**
 * Rows of CSV as lists of fields, without empty rows.
 *
 * @throws CsvError for a row that is too long or has a quote that is not closed
 */
export const splitCsv = (text: string, options: CsvOptions = {}): string[][] =>
  parse(text, { bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true, max_record_size, ...options })

/** The rows as records, keyed by the names in the first row. */
export function readCsv(text: string): Readonly<Record<string, string>>[] {
  const [head = [], ...rows] = splitCsv(text)
  return rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index] ?? ''])))
}
