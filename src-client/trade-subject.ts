import type { NetworkId, Trade } from './api.ts'

/** The subject to follow: a token, a pool, or the trades that a wallet signed. */
export interface TradeSubject {
  readonly network: NetworkId
  readonly address: string
  /** Default: token. */
  readonly by?: 'token' | 'pool' | 'signer'
}

/**
 * Whether the pages of a subject contain this trade. The stream of an address also sends other trades that name the address: as a wallet that only
 * received, or as a pool that a trade in another pool paid.
 */
export function concerns({ address, by = 'token' }: TradeSubject, { pool_address, signer, token_in, token_out }: Trade): boolean {
  const named = { token: [token_in.address, token_out.address, pool_address], pool: [pool_address], signer: [signer] }[by]
  return named.some((each) => each !== null && canonical(each) === canonical(address))
}

/** Hexadecimal addresses may be typed in upper case or without leading zeros. */
const canonical = (address: string): string => address.replace(/^0x0*([\da-f]*)/i, (_, digits: string) => `0x${digits.toLowerCase()}`)
