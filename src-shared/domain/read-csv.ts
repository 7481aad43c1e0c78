/** Rows of a CSV text (RFC 4180) as records by the names in its first row. */
export function* readCsv(text: string): Generator<Readonly<Record<string, string>>> {
  let head: readonly string[] | null = null
  for (const row of splitCsv(text, ',')) {
    if (head === null) head = row
    else yield Object.fromEntries(head.map((name, index) => [name, row[index] ?? '']))
  }
}

/** Rows of CSV as lists of fields, without empty rows. */
export function* splitCsv(text: string, delimiter: Delimiter): Generator<readonly string[]> {
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const field = readField(text, at, delimiter)
    row.push(field.value)
    at = field.end
    if (text[at] === delimiter) {
      at++
      if (at === text.length || text[at] === '\n') row.push('')
      continue
    }
    if (text[at] === '\r') at++
    at++
    if (row.length > 1 || row[0] !== '') yield row
    row = []
  }
  if (row.length > 0) yield row
}

export type Delimiter = ',' | ';' | '\t'
const FIELD_ENDS: Readonly<Record<Delimiter, RegExp>> = { ',': /[,\r\n]/g, ';': /[;\r\n]/g, '\t': /[\t\r\n]/g }

function readField(text: string, from: number, delimiter: Delimiter): { value: string; end: number } {
  if (text[from] !== '"') {
    const ends = FIELD_ENDS[delimiter]
    ends.lastIndex = from
    const end = ends.exec(text)?.index ?? text.length
    return { value: text.slice(from, end), end }
  }
  let value = ''
  let at = from + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return { value: value + text.slice(at), end: text.length }
    value += text.slice(at, quote)
    if (text[quote + 1] !== '"') return { value, end: quote + 1 }
    value += '"'
    at = quote + 2
  }
}
