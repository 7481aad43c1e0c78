import type { Address } from '../address.ts'
import { parseAddress } from '../parse-address.ts'
import type { NetworkId } from '../../networks.ts'
import { amountText, type FieldReader } from './read-table.ts'

export const HOLDER_LIST_FORMAT =
  'Expected a CSV file with a header and one holder per line, such as "address,balance,percentage", or lines of an address and a balance.'

export interface ListedHolder {
  readonly address: Address
  /** Decimal text. */
  readonly balance: string
  readonly percent: number | null
  readonly name: string | null
}

/** @returns the holder, or why the row is refused */
export function readHolderRow(read: FieldReader, network: NetworkId): ListedHolder | string {
  const address = parseAddress(network, read('address'))
  if (!address.ok) return address.reason
  const balance = amountText(read('balance'))
  if (balance === null) return `The balance "${read('balance').slice(0, 40)}" is not a number.`
  const written = read('percent').replace(/\s*%$/, '')
  const percent = written === '' ? null : amountText(written)
  if (written !== '' && (percent === null || Number(percent) > 100)) return `The share "${written.slice(0, 40)}" is not a number from 0 to 100.`
  const name = read('name').replace(/^'(?=[=+\-@])/, '')
  return { address: address.address, balance, percent: percent === null ? null : Number(percent), name: name === '' ? null : name }
}
