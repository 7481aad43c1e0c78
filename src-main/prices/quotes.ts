import rows from '../../resources/prices/quote-tokens.json' with { type: 'json' }
import type { Address } from '../../src-shared/domain/address.ts'
import { parseTokenAddress } from '../../src-shared/domain/parse-address.ts'
import { toUnits } from '../../src-shared/domain/amount.ts'
import { NATIVE } from '../../src-shared/domain/events.ts'
import type { NetworkId } from '../../src-shared/networks.ts'

/** Quote tokens of a network: stablecoins, and the forms of its native coin. */
export interface Quotes {
  readonly stables: ReadonlySet<Address>
  readonly natives: ReadonlySet<Address>
}

const known = new Map<NetworkId, Quotes>()

export function getQuotes(network: NetworkId): Quotes {
  const present = known.get(network)
  if (present !== undefined) return present
  const addresses = (kind: string): Address[] =>
    rows
      .filter((row) => row.network === network && row.kind === kind)
      .flatMap((row) => {
        const parsed = parseTokenAddress(network, row.address)
        return parsed.ok ? [parsed.address] : []
      })
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
export const quoteSymbol = (network: NetworkId, token: string): string | null => findRow(network, token)?.symbol ?? null

const findDecimals = (network: NetworkId, token: Address): number | null => findRow(network, token)?.decimals ?? null

const findRow = (network: NetworkId, token: string) => rows.find((row) => row.network === network && sameToken(network, row.address, token))

function sameToken(network: NetworkId, text: string, token: string): boolean {
  const parsed = parseTokenAddress(network, text)
  return parsed.ok && parsed.address === token
}
