import { parseAddress } from '../parse-address.ts'
import { splitCsv, type CsvOptions, type Delimiter } from '../read-csv.ts'
import { NETWORK_IDS, NETWORKS, type NetworkId } from '../../networks.ts'
import { guessColumns, type ListColumns, type ListField } from './columns.ts'

/** A list as text: CSV with a header, or plain lines of an address and a balance. */

export interface ListTable {
  /** Column names; "column 1", "column 2" and so on if the file has no header. */
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Number of the first row in the file, from 1. */
  readonly firstRow: number
  readonly columns: ListColumns
}

/** A field of one row, empty if the row or the file does not have it. */
export type FieldReader = (field: ListField) => string

const DELIMITERS: readonly Delimiter[] = ['\t', ';', ',']

/** @throws CsvError */
export function readListTable(text: string, options: Omit<CsvOptions, 'delimiter'>): ListTable {
  // Plain lists are separated by spaces.
  const fields = (row: readonly string[]): string[] => (row.length === 1 ? (row[0] ?? '').trim().split(/\s+/) : row.map((field) => field.trim()))
  const rows = splitCsv(text, { delimiter: delimiterOf(text), ...options }).map(fields)
  const [first = []] = rows
  const addressAt = first.findIndex((field) => networksOfAddress(field).length > 0)
  if (addressAt < 0) return { head: first, rows: rows.slice(1), firstRow: 2, columns: guessColumns(first) }
  const head = first.map((_field, index) => `column ${index + 1}`)
  const balanceAt = first.findIndex((field, index) => index !== addressAt && amountText(field) !== null)
  const [address = '', balance] = [head[addressAt], head[balanceAt]]
  return { head, rows, firstRow: 1, columns: { address, ...(balance === undefined ? {} : { balance }) } }
}

/** The delimiter that occurs most often in the first line. */
function delimiterOf(text: string): Delimiter {
  const line = text.slice(0, /[\r\n]|$/.exec(text)?.index)
  const count = (delimiter: Delimiter): number => line.split(delimiter).length
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best), ',')
}

export function fieldsOf(row: readonly string[], { head, columns }: Pick<ListTable, 'head' | 'columns'>): FieldReader {
  return (field) => {
    const column = columns[field]
    return column === undefined ? '' : (row[head.indexOf(column)] ?? '')
  }
}

/** The networks on which the first address of the list is valid. */
export function networksOfTable({ rows: [first], ...table }: ListTable): readonly NetworkId[] {
  if (first === undefined) return []
  const read = fieldsOf(first, table)
  return networksOfAddress(read('to') || read('address'))
}

function networksOfAddress(text: string): readonly NetworkId[] {
  const fitting = NETWORK_IDS.filter((network) => parseAddress(network, text).ok)
  // Sui accepts addresses without leading zeros, so EVM addresses are valid there too.
  const evm = fitting.filter((network) => NETWORKS[network].family === 'evm')
  return evm.length > 0 ? evm : fitting
}

const PLAIN = /^\d+(\.\d+)?([eE][+-]?\d{1,3})?$/
const GROUPED = /^\d{1,3}(,\d{3})+(\.\d+)?$/

/** A number as text without thousands separators; null for anything else. "1,5" is refused, because it may be 1.5 or 15. */
export function amountText(text: string): string | null {
  if (PLAIN.test(text)) return text
  return GROUPED.test(text) ? text.replaceAll(',', '') : null
}
