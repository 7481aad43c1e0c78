import rows from '../../resources/prices/quote-tokens.json' with { type: 'json' }
import type { Address } from '../../src-shared/domain/address.ts'
import { parseTokenAddress } from '../../src-shared/domain/parse-address.ts'
import type { NetworkId } from '../../src-shared/networks.ts'

/** A usual quote token: a stablecoin, or a form of the native coin. Anyone can make others and put any amount of them into pools. */
type ListedQuote = (typeof rows)[number]

const listed = new Map<NetworkId, ReadonlyMap<string, ListedQuote>>()

/** The usual quote tokens of a network by address. */
export function listedQuotes(network: NetworkId): ReadonlyMap<string, ListedQuote> {
  const known = listed.get(network) ?? readRows(network)
  listed.set(network, known)
  return known
}

function readRows(network: NetworkId): ReadonlyMap<Address, ListedQuote> {
  const ofNetwork = rows.filter((row) => row.network === network)
  return new Map(
    ofNetwork.flatMap((row) => {
      const parsed = parseTokenAddress(network, row.address)
      return parsed.ok ? [[parsed.address, row] as const] : []
    }),
  )
}
