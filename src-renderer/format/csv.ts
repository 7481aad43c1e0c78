/** CSV (RFC 4180) with escaping of cells that a spreadsheet would run as formulas. */

export type CsvValue = string | number | null

const NEEDS_QUOTES = /[",\r\n]/
const FORMULA_START = /^[=+\-@\t\r]/

export function toCsv(header: readonly string[], rows: Iterable<readonly CsvValue[]>): string {
  let text = `${header.map(cell).join(',')}\r\n`
  for (const row of rows) text += `${row.map(cell).join(',')}\r\n`
  return text
}

function cell(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = FORMULA_START.test(value) ? `'${value}` : value
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
