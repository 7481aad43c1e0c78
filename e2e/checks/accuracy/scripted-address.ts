import { base58 } from '@scure/base'
import { createHash } from 'node:crypto'
import { trustedAddress, type Address } from '../../../src-shared/domain/address.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'

/** Sender of a mint. */
export const ZERO_ADDRESS: Readonly<Record<NetworkId, Address>> = {
  sol: trustedAddress('11111111111111111111111111111111'),
  eth: trustedAddress(`0x${'0'.repeat(40)}`),
  base: trustedAddress(`0x${'0'.repeat(40)}`),
  bsc: trustedAddress(`0x${'0'.repeat(40)}`),
  sui: trustedAddress(`0x${'0'.repeat(64)}`),
}

/** Receiver of burned tokens. */
export const DEAD_ADDRESS: Readonly<Record<NetworkId, Address>> = {
  sol: trustedAddress('1nc1nerator11111111111111111111111111111111'),
  eth: trustedAddress('0x000000000000000000000000000000000000dead'),
  base: trustedAddress('0x000000000000000000000000000000000000dead'),
  bsc: trustedAddress('0x000000000000000000000000000000000000dead'),
  sui: trustedAddress(`0x${'0'.repeat(64)}`),
}

/** Derives the address of a name of a script, in the format of the network. */
export function addressOf(name: string, network: NetworkId): Address {
  const bytes = createHash('sha256').update(name).digest()
  const hex = bytes.toString('hex')
  const { family } = NETWORKS[network]
  return trustedAddress(family === 'solana' ? base58.encode(bytes) : `0x${family === 'evm' ? hex.slice(0, 40) : hex}`)
}
