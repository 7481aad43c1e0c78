import rows from '../../../../resources/dex/evm-quote-tokens.json' with { type: 'json' }
import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import { NATIVE } from '../../../../src-shared/domain/events.ts'
import { NETWORKS, type NetworkId } from '../../../../src-shared/networks.ts'

const LISTED = new Map(rows.map((row) => [`${row.network}:${row.address}`, row]))

/** A usual quote token (resources/dex/evm-quote-tokens.json); undefined for other tokens. */
export const quoteToken = (network: NetworkId, token: Address): (typeof rows)[number] | undefined => LISTED.get(`${network}:${token}`)

/** Decimals of the native coin or of a usual quote token; null for other tokens. */
export function quoteDecimals(network: NetworkId, token: Address): number | null {
  return token === NATIVE ? NETWORKS[network].native.decimals : (quoteToken(network, token)?.decimals ?? null)
}

export function quoteTokens(network: NetworkId): Address[] {
  return rows.filter((row) => row.network === network).map((row) => trustedAddress(row.address))
}
