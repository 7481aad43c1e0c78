export type CsvValue = string | number | null

/** A CSV file: a header and one line per row. */
export function toCsv(header: readonly string[], rows: Iterable<readonly CsvValue[]>): string {
  let text = csvLine(header)
  for (const row of rows) text += csvLine(row)
  return text
}

/**
 * One line of RFC 4180: fields quoted where needed, quotes doubled, CRLF at the end; unknown is an empty field.
 * A leading apostrophe keeps a spreadsheet from running on-chain text as a formula (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function csvLine(fields: readonly CsvValue[]): string {
  return `${fields.map(csvField).join(',')}\r\n`
}

function csvField(field: CsvValue): string {
  if (field === null) return ''
  if (typeof field === 'number') return String(field)
  const text = /^[=+\-@\t\r]/.test(field) ? `'${field}` : field
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
