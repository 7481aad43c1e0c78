import { shortAddress } from '../../src-shared/domain/shown.ts'

/** Rows for people and programs: a table that fits the terminal, or tab-separated lines with whole values in a pipe. */

/** Maximum width of the output; null for a pipe or a file, where nothing is shortened. */
export const terminalWidth = (out: NodeJS.WriteStream = process.stdout): number | null => (out.isTTY ? Math.max(MIN_WIDTH, out.columns || 80) : null)

const MIN_WIDTH = 40
const GAP = '  '
const NUMBER = /^(?:≥ )?[-<>]*[\d.,]+ ?%?$|^—$|^unknown$/
/** Cells are not cut shorter than this: 4fT…9xk has 7 characters. */
const MIN_CELL = 7

export function table(head: readonly string[], cells: readonly (readonly string[])[], width: number | null = terminalWidth()): string {
  const rows = cells.map((row) => row.map((cell) => cell.replace(/\s+/g, ' ')))
  if (width === null) return rows.map((row) => row.join('\t')).join('\n')
  const widths = fitWidths(head, rows, width)
  const isNumeric = head.map((_, at) => rows.length > 0 && rows.every((row) => NUMBER.test(row[at] ?? '')))
  const line = (row: readonly string[]): string =>
    head
      .map((_, at) => {
        const cell = cutCell(row[at] ?? '', widths[at] ?? 0)
        return isNumeric[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)
      })
      .join(GAP)
      .trimEnd()
  return [line(head), line(widths.map((size) => '─'.repeat(size))), ...rows.map(line)].join('\n')
}

/** The column widths. The widest column is narrowed until the table fits. */
function fitWidths(head: readonly string[], rows: readonly (readonly string[])[], width: number): number[] {
  const widths = head.map((cell, at) => Math.max(cell.length, ...rows.map((row) => (row[at] ?? '').length)))
  let excess = widths.reduce((sum, size) => sum + size, GAP.length * (widths.length - 1)) - width
  while (excess > 0) {
    const widest = widths.indexOf(Math.max(...widths))
    const size = widths[widest] ?? 0
    const least = Math.max(MIN_CELL, (head[widest] ?? '').length)
    if (size <= least) break
    const second = Math.max(...widths.filter((_, at) => at !== widest), least)
    const next = Math.max(least, size - excess, Math.min(second, size - 1))
    excess -= size - next
    widths[widest] = next
  }
  return widths
}

/** Addresses and ids are cut in the middle, other text at its end. */
function cutCell(cell: string, width: number): string {
  if (cell.length <= width) return cell
  if (/\s/.test(cell)) return `${cell.slice(0, width - 1)}…`
  const short = shortAddress(cell)
  if (short.length > width) return `${cell.slice(0, width - 1)}…`
  const tail = Math.floor((width - 1) / 2)
  return `${cell.slice(0, width - 1 - tail)}…${cell.slice(-tail)}`
}

/** A paragraph with an optional bullet, wrapped on a terminal. */
export function paragraph(
  text: string,
  { bullet = '', width = terminalWidth() }: { readonly bullet?: string; readonly width?: number | null } = {},
): string {
  if (width === null) return `${bullet}${text}`
  const indent = ' '.repeat(bullet.length)
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && bullet.length + line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].map((each, at) => `${at === 0 ? bullet : indent}${each}`).join('\n')
}

/** The first piece of evidence for a statement, and how many more there are. */
export const citation = (evidence: readonly string[], noun = 'Transaction'): string => {
  const [first] = evidence
  if (first === undefined) return ''
  const more = evidence.length - 1
  return ` ${noun} ${first}${more === 0 ? '' : ` and ${more} more`}.`
}
