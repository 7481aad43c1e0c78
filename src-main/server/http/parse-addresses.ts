import type { Address } from '../../../src-shared/domain/address.ts'
import { splitAddresses } from '../../../src-shared/domain/address-list.ts'
import { parseAddress, parseTokenAddress } from '../../../src-shared/domain/parse-address.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { inputError, type Issue } from './input-error.ts'

/**
 * Addresses separated by commas, each once, in the order given.
 *
 * @throws InputError naming the field when there are too many, none, or one that is not an address of the network
 */
export function parseAddresses(network: NetworkId, text: string, loc: Issue['loc'], most: number): Address[] {
  const parts = splitAddresses(text)
  if (parts.length === 0 || parts.length > most) throw inputError(loc, `Between 1 and ${most} addresses are needed.`, 'count')
  return [...new Set(parts.map((part, index) => parseOne(network, part, [...loc, index])))]
}

/** @throws InputError naming the field when the text is not an address of the network */
export function parseOne(network: NetworkId, text: string, loc: Issue['loc']): Address {
  const wallet = parseAddress(network, text)
  const result = wallet.ok ? wallet : parseTokenAddress(network, text)
  if (result.ok) return result.address
  throw inputError(loc, wallet.ok ? '' : wallet.reason, 'address')
}
