import type { Label } from './labels.ts'
import { toDecimalString } from './amount.ts'
import { csvLine, type CsvValue } from './csv.ts'

export interface CsvHolder {
  readonly rank: number | null
  readonly address: string
  readonly label: string | null
  readonly tags: readonly Label[]
  readonly cluster: number | null
  readonly balance: number
  /** Null if only the double is known, as in a snapshot. */
  readonly balance_raw: string | null
  readonly percentage: number
}

/** All digits of the balance in token units, as far as they are known. */
export const exactBalance = ({ balance, balance_raw: raw }: CsvHolder, decimals: number): CsvValue =>
  raw === null ? balance : toDecimalString(BigInt(raw), decimals)

type Column = readonly [name: string, read: (holder: CsvHolder, decimals: number) => CsvValue]

const COLUMNS: readonly Column[] = [
  ['rank', ({ rank }) => rank],
  ['address', ({ address }) => address],
  ['name', ({ label }) => label],
  ['type', ({ tags }) => tags.join(' ')],
  // Numbered from 1, as on the page.
  ['cluster', ({ cluster }) => (cluster === null ? null : cluster + 1)],
  ['balance', exactBalance],
  ['balance_raw', ({ balance_raw: raw }) => raw],
  ['percentage', ({ percentage }) => percentage],
]

/** Holders as CSV: exact decimal balances beside the raw units, and percent of the total supply. */
export const holdersCsv = (holders: readonly CsvHolder[], decimals: number): string =>
  HOLDERS_CSV_HEAD + holders.map((holder) => holderCsvLine(holder, decimals)).join('')

export const HOLDERS_CSV_HEAD = csvLine(COLUMNS.map(([name]) => name))

/** One holder with its line end. */
export const holderCsvLine = (holder: CsvHolder, decimals: number): string => csvLine(COLUMNS.map(([, read]) => read(holder, decimals)))
