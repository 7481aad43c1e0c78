import type { Address } from '../address.ts'
import { parseAddress, parseTokenAddress } from '../parse-address.ts'
import { NETWORKS, type NetworkFamily, type NetworkId } from '../../networks.ts'
import { amountText, type FieldReader } from './read-table.ts'

export const TRANSFER_LIST_FORMAT =
  'Expected a CSV file with a header and one transfer per line, such as "from,to,amount,time,tx". Times are Unix seconds or dates such as 2024-05-01 12:30:00 (UTC).'

export interface ListedTransfer {
  readonly from: Address
  readonly to: Address
  /** Decimal text, in raw units if the row has decimals. */
  readonly amount: string
  /** Null if the file has no column of decimals. The amount is then in token units. */
  readonly decimals: number | null
  /** Unix seconds. */
  readonly time: number
  readonly tx: string
  /** Null if the file has no column of block numbers. */
  readonly block: number | null
}

/** A transaction hash, a signature of 64 bytes and a digest of 32 bytes in base58. */
const TRANSACTION: Readonly<Record<NetworkFamily, RegExp>> = {
  evm: /^0x[0-9a-f]{64}$/i,
  solana: /^[1-9A-HJ-NP-Za-km-z]{64,88}$/,
  sui: /^[1-9A-HJ-NP-Za-km-z]{43,44}$/,
}

/**
 * @param token of the list; null while unknown
 * @returns the transfer, or why the row is refused
 */
export function readTransferRow(read: FieldReader, network: NetworkId, token: Address | null): ListedTransfer | string {
  const quote = (text: string): string => `"${text.slice(0, 44)}"`
  const [from, to] = [parseAddress(network, read('from')), parseAddress(network, read('to'))]
  if (!from.ok) return `From: ${from.reason}`
  if (!to.ok) return `To: ${to.reason}`
  const moved = read('token') === '' ? null : parseTokenAddress(network, read('token'))
  if (moved !== null && (!moved.ok || (token !== null && moved.address !== token))) return `${quote(read('token'))} is another token.`
  const amount = amountText(read('amount'))
  if (amount === null) return `The amount ${quote(read('amount'))} is not a number.`
  if (Number(amount) === 0) return 'It moves nothing.'
  const decimals = wholeNumber(read('decimals'))
  if (decimals === undefined || (decimals !== null && decimals > MAX_DECIMALS))
    return `The decimals ${quote(read('decimals'))} are not a whole number.`
  if (decimals !== null && !/^\d+$/.test(amount)) return `The amount ${quote(amount)} is not a whole number of raw units.`
  const block = wholeNumber(read('block'))
  if (block === undefined) return `The block ${quote(read('block'))} is not a whole number.`
  const time = parseListTime(read('time'))
  if (time === null) return `The time ${quote(read('time'))} is not in Unix seconds and not a date such as 2024-05-01 12:30:00.`
  const { family } = NETWORKS[network]
  if (!TRANSACTION[family].test(read('tx'))) return `${quote(read('tx'))} is not a transaction id.`
  const tx = family === 'evm' ? read('tx').toLowerCase() : read('tx')
  return { from: from.address, to: to.address, amount, decimals, time, tx, block }
}

const MAX_DECIMALS = 36

/** Null for an empty text, undefined for anything that is not a whole number. */
function wholeNumber(text: string): number | null | undefined {
  if (text === '') return null
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** The year comes first, because 4/5/2024 may be in April or in May. */
const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|UTC|[+-]\d\d:\d\d)?)?$/

/** Unix seconds of a time in seconds or milliseconds, or of a date. A date without a zone is UTC. */
export function parseListTime(text: string): number | null {
  if (/^\d{9,10}(\.0+)?$/.test(text)) return Math.floor(Number(text))
  if (/^\d{12,13}$/.test(text)) return Math.floor(Number(text) / 1000)
  const [, day, time = '00:00', zone = 'Z'] = DATE.exec(text.replaceAll('/', '-')) ?? []
  // The parser reads 30 February as a day in March.
  const isDay = day !== undefined && new Date(`${day}T00:00Z`).toJSON()?.startsWith(day) === true
  const at = !isDay ? Number.NaN : Date.parse(`${day}T${time}${zone === 'UTC' ? 'Z' : zone}`)
  return Number.isNaN(at) ? null : Math.floor(at / 1000)
}
