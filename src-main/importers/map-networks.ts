import { parseTokenAddress, type Address } from '../../src-shared/domain/address.ts'
import { isNetworkId, NETWORK_IDS, type NetworkId } from '../../src-shared/networks.ts'
import { importError } from './refuse.ts'

/** Names by which other tools know our networks, beside our own ids. */
const ALIASES: Readonly<Record<string, NetworkId>> = {
  solana: 'sol',
  ethereum: 'eth',
  mainnet: 'eth',
  bnb: 'bsc',
  binance: 'bsc',
  'binance-smart-chain': 'bsc',
  '1': 'eth',
  '56': 'bsc',
  '8453': 'base',
}

/** @throws AppError `validation_error` for a chain that is none of the five, or when nobody names one */
export function parseMapNetwork(chain: unknown, asked: NetworkId | null): NetworkId {
  if (typeof chain === 'string' || typeof chain === 'number') {
    const name = String(chain).toLowerCase()
    const network = isNetworkId(name) ? name : ALIASES[name]
    if (network === undefined) throw importError(`The file is about the chain "${name}", and only ${NETWORK_IDS.join(', ')} are read.`)
    return network
  }
  if (asked === null) throw importError('The file does not name its chain; say the network when importing it.')
  return asked
}

/** @throws AppError `validation_error` when the file names no token, or one that does not fit its chain */
export function parseMapToken(network: NetworkId, text: unknown): Address {
  if (typeof text !== 'string') throw importError('The file does not name its token (token_address).')
  const parsed = parseTokenAddress(network, text)
  if (!parsed.ok) throw importError(`The token address of the file does not fit ${network}: ${parsed.reason}`)
  return parsed.address
}

/** A date as text or Unix seconds (or milliseconds) to Unix seconds; null for none or an unreadable one. */
export function parseMapTime(value: unknown): number | null {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) {
    return Math.floor(value > 1e11 ? value / 1000 : value)
  }
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? null : Math.floor(time / 1000)
}
