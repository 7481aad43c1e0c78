import { NETWORKS, type NetworkId } from '../networks.ts'

declare const brand: unique symbol
/** A wallet, contract, pool or token address in the canonical form of its network. Only the parsers in `parse-address.ts` make one. */
export type Address = string & { readonly [brand]: 'address' }

export interface TokenKey {
  readonly network: NetworkId
  readonly address: Address
}

/** A token key as text, for map keys, names of settings and logs: `eth:0x…`. Stored settings contain this text, so its form must not change. */
export const formatTokenKey = ({ network, address }: { readonly network: string; readonly address: string }): string => `${network}:${address}`

/** Trusts text that was parsed before it was stored: rows of our own store, tables in `resources`. */
export function trustedAddress(text: string): Address {
  return text as Address
}

/** Maximum length of an address in a request: a Sui coin type with long names. */
export const ADDRESS_MAX_LENGTH = 400

/** Whether the text names a type of a Sui package, as coins do, and not an address. */
export const isMoveType = (text: string): boolean => text.includes('::')

/** Whether the text is the 32-byte id of a pool instead of an address. */
export function isPoolId(network: NetworkId, text: string): boolean {
  return NETWORKS[network].family === 'evm' && /^0[xX][0-9a-fA-F]{64}$/.test(text)
}
