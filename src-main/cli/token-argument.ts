import type { Address, TokenKey } from '../../src-shared/domain/address.ts'
import type { ClaimedWallet, TagNetwork } from '../../src-shared/domain/cases/claims.ts'
import { parseAddress, parseTokenAddress } from '../../src-shared/domain/parse-address.ts'
import { NETWORK_IDS, isNetworkId, type NetworkId } from '../../src-shared/networks.ts'
import { UserFault } from '../lib/app-error.ts'
import { EXIT } from './output.ts'

/** Help texts of the arguments `<network>` and `<address>`. */
export const NETWORK_HELP = `one of ${NETWORK_IDS.join(', ')}`
export const ADDRESS_HELP = 'address of the token'

export function networkArgument(text: string): NetworkId {
  if (!isNetworkId(text)) throw new UserFault(`"${text}" is not a network; use one of ${NETWORK_IDS.join(', ')}.`, EXIT.usage)
  return text
}

export function tokenArgument(networkText: string, addressText: string): TokenKey {
  const network = networkArgument(networkText)
  const parsed = parseTokenAddress(network, addressText)
  if (!parsed.ok) throw new UserFault(parsed.reason, EXIT.usage)
  return { network, address: parsed.address }
}

/** @param network `evm` for an address of every EVM network */
export function walletArgument(network: TagNetwork, text: string): Address {
  const parsed = parseAddress(network === 'evm' ? 'eth' : network, text)
  if (!parsed.ok) throw new UserFault(parsed.reason, EXIT.usage)
  return parsed.address
}

/** A wallet on one network, or on every EVM network. */
export function claimedArgument(networkText = '', addressText = ''): ClaimedWallet {
  const network = networkText === 'evm' ? networkText : networkArgument(networkText)
  return { network, address: walletArgument(network, addressText) }
}
