import type { Address } from '../../../src-shared/domain/address.ts'
import { parseTokenAddress } from '../../../src-shared/domain/parse-address.ts'
import { isNetworkId, NETWORK_IDS, NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { parseIsoSeconds, parseUnixSeconds } from '../../../src-shared/domain/unix-time.ts'
import { importError } from '../errors.ts'

/** Names that other tools use, besides the networks' own names and chain ids. */
const ALIASES: Readonly<Record<string, NetworkId>> = { mainnet: 'eth', bnb: 'bsc', binance: 'bsc', 'binance-smart-chain': 'bsc' }

function networkNamed(name: string): NetworkId | undefined {
  if (isNetworkId(name)) return name
  const fitting = Object.values(NETWORKS).find((row) => row.name.toLowerCase() === name || (row.chainId !== null && String(row.chainId) === name))
  return fitting?.id ?? ALIASES[name]
}

/** @throws AppError `validation_error` for an unsupported chain, or if neither the file nor the caller names one */
export function parseMapNetwork(chain: unknown, requested: NetworkId | null): NetworkId {
  if (typeof chain === 'string' || typeof chain === 'number') {
    const name = String(chain).toLowerCase()
    const network = networkNamed(name)
    if (network === undefined) throw importError(`The file is about the chain "${name}"; only ${NETWORK_IDS.join(', ')} are supported.`)
    return network
  }
  if (requested === null) throw importError('The file does not name its chain. Choose the network when importing it.')
  return requested
}

/** @throws AppError `validation_error` if the file names no token, or one that is invalid on its chain */
export function parseMapToken(network: NetworkId, text: unknown): Address {
  if (typeof text !== 'string') throw importError('The file does not name its token (token_address).')
  const parsed = parseTokenAddress(network, text)
  if (!parsed.ok) throw importError(`The token address in the file is not valid on ${network}: ${parsed.reason}`)
  return parsed.address
}

/** Unix seconds of a date that is text, Unix seconds or milliseconds; null for anything else. */
export function parseMapTime(value: unknown): number | null {
  if (typeof value === 'number') return parseUnixSeconds(Math.floor(value > 1e11 ? value / 1000 : value))
  return typeof value === 'string' ? parseIsoSeconds(value) : null
}
