import type { Address } from '../../../src-shared/domain/address.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { isOnCurve } from '../../chains/solana/encoding/curve.ts'
import type { AccountFact } from '../../store/interface.ts'

/**
 * The account kind by a map's `is_contract` and the address itself; null if neither decides. Maps rarely flag program addresses on Solana, but an
 * address off the curve cannot have a key pair.
 */
export function toAccountFact(network: NetworkId, address: Address | null, isContract: boolean | null): AccountFact | null {
  if (address === null) return null
  if (NETWORKS[network].family === 'solana') return { address, kind: isContract === true || !isOnCurve(address) ? 'contract' : 'wallet' }
  return isContract === null ? null : { address, kind: isContract ? 'contract' : 'wallet' }
}
