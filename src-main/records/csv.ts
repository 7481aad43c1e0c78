/**
 * One line of RFC 4180: fields quoted where needed, quotes doubled, CRLF at the end; unknown is an empty field.
 * A leading apostrophe keeps a spreadsheet from running on-chain text as a formula (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function csvLine(fields: readonly (string | number | null)[]): string {
  return `${fields.map(csvField).join(',')}\r\n`
}

function csvField(field: string | number | null): string {
  if (field === null) return ''
  if (typeof field === 'number') return String(field)
  const text = /^[=+\-@\t\r]/.test(field) ? `'${field}` : field
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
