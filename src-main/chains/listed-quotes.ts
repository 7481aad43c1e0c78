import rows from '../../../resources/prices/quote-tokens.json' with { type: 'json' }
import { parseTokenAddress } from '../../../src-shared/domain/parse-address.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'

const listed = new Map<NetworkId, ReadonlySet<string>>()

/** Whether a token is a usual quote token of a network, such as a dollar coin. Anyone can make others and put any amount of them into pools. */
export function isListedQuote(network: NetworkId, token: string): boolean {
  const known = listed.get(network) ?? addressesOf(network)
  listed.set(network, known)
  return known.has(token)
}

function addressesOf(network: NetworkId): ReadonlySet<string> {
  const parsed = rows.filter((row) => row.network === network).map(({ address }) => parseTokenAddress(network, address))
  return new Set(parsed.flatMap((one) => (one.ok ? [one.address as string] : [])))
}
