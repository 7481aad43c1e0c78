import { trustedAddress, type Address } from '../../../src-shared/domain/address.ts'
import { NETWORKS, type NetworkFamily, type NetworkId } from '../../../src-shared/networks.ts'

/** Thirty-two, twenty and thirty-two zero bytes in each family's own writing. */
const ZERO: Readonly<Record<NetworkFamily, Address>> = {
  solana: trustedAddress('1'.repeat(32)),
  evm: trustedAddress(`0x${'0'.repeat(40)}`),
  sui: trustedAddress(`0x${'0'.repeat(64)}`),
}

/** Where mints come from and burns go to (src-shared/domain/events.ts). */
export function zeroAddress(network: NetworkId): Address {
  return ZERO[NETWORKS[network].family]
}
