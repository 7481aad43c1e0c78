import rows from '../../../../resources/dex/evm-quote-tokens.json' with { type: 'json' }
import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import { NATIVE } from '../../../../src-shared/domain/events.ts'
import { NETWORKS, type NetworkId } from '../../../../src-shared/networks.ts'

const DECIMALS = new Map(rows.map((row) => [`${row.network}:${row.address}`, row.decimals]))

/** Decimals of the native coin or of a usual quote token (resources/dex/evm-quote-tokens.json); null for other tokens. */
export function quoteDecimals(network: NetworkId, token: Address): number | null {
  return token === NATIVE ? NETWORKS[network].native.decimals : (DECIMALS.get(`${network}:${token}`) ?? null)
}

export function quoteTokens(network: NetworkId): Address[] {
  return rows.filter((row) => row.network === network).map((row) => trustedAddress(row.address))
}
