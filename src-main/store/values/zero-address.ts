import { trustedAddress, type Address } from '../../../src-shared/domain/address.ts'
import { addressId, type ReadDb } from '../connection/handle.ts'
import { NETWORKS, type NetworkFamily, type NetworkId } from '../../../src-shared/networks.ts'

/** 32, 20 and 32 zero bytes in the encoding of each family. */
const ZERO: Readonly<Record<NetworkFamily, Address>> = {
  solana: trustedAddress('1'.repeat(32)),
  evm: trustedAddress(`0x${'0'.repeat(40)}`),
  sui: trustedAddress(`0x${'0'.repeat(64)}`),
}

/** The sender of mints and the receiver of burns (src-shared/domain/events.ts). */
export const zeroAddress = (network: NetworkId): Address => ZERO[NETWORKS[network].family]

/** Its id; null when it is not stored. */
export const zeroAddressId = (db: ReadDb, network: NetworkId): number | null => addressId(db, { network, address: zeroAddress(network) })
