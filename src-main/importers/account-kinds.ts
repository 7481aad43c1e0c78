import type { Address } from '../../src-shared/domain/address.ts'
import { NETWORKS, type NetworkId } from '../../src-shared/networks.ts'
import { isOnCurve } from '../chains/solana/curve.ts'
import type { AccountFact } from '../store/interface.ts'

/**
 * What a map's `is_contract` and the address itself tell; null where neither does. On Solana maps flag hardly any
 * program address, but the address shows whether a key pair can exist for it.
 */
export function toAccountFact(network: NetworkId, address: Address | null, isContract: boolean | null): AccountFact | null {
  if (address === null) return null
  if (NETWORKS[network].family === 'solana') return { address, kind: isContract === true || !isOnCurve(address) ? 'contract' : 'wallet' }
  return isContract === null ? null : { address, kind: isContract ? 'contract' : 'wallet' }
}
