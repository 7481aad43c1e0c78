import { trustedAddress, type Address } from '../../src-shared/domain/address.ts'
import { toUnits } from '../../src-shared/domain/amount.ts'
import { NATIVE } from '../../src-shared/domain/events.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import { listedQuotes } from '../chains/listed-quotes.ts'

/** Quote tokens of a network: stablecoins, and the forms of its native coin. */
export interface Quotes {
  readonly stables: ReadonlySet<Address>
  readonly natives: ReadonlySet<Address>
}

const known = new Map<NetworkId, Quotes>()

export function getQuotes(network: NetworkId): Quotes {
  const present = known.get(network)
  if (present !== undefined) return present
  const addresses = (wanted: string): Address[] =>
    [...listedQuotes(network)].flatMap(([address, { kind }]) => (kind === wanted ? [trustedAddress(address)] : []))
  const quotes: Quotes = { stables: new Set(addresses('stable')), natives: new Set([NATIVE, ...addresses('native')]) }
  known.set(network, quotes)
  return quotes
}

/** USD value of an amount of a quote token; null for other tokens, and for the native coin without its price. */
export function toUsd(network: NetworkId, token: Address, raw: bigint, nativeUsd: number | null): number | null {
  const { stables, natives } = getQuotes(network)
  const decimals = findDecimals(network, token)
  if (decimals === null) return null
  if (stables.has(token)) return toUnits(raw, decimals)
  return natives.has(token) && nativeUsd !== null ? toUnits(raw, decimals) * nativeUsd : null
}

/** Decimals of a stablecoin; null for every other token. */
export function stableDecimals(network: NetworkId, token: Address): number | null {
  return getQuotes(network).stables.has(token) ? findDecimals(network, token) : null
}

/** Symbol of a listed quote token; null for every other token. */
export const quoteSymbol = (network: NetworkId, token: string): string | null => listedQuotes(network).get(token)?.symbol ?? null

const findDecimals = (network: NetworkId, token: Address): number | null => listedQuotes(network).get(token)?.decimals ?? null
