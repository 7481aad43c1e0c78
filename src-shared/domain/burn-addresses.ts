import { NETWORKS, type NetworkFamily, type NetworkId } from '../networks.ts'

/**
 * Addresses that no one can spend from, per family: the zero and "dead" addresses, the first precompiled contract, to which some tokens are sent and
 * ownership is given up, and Solana's incinerator.
 */
const BURN: Readonly<Record<NetworkFamily, ReadonlySet<string>>> = {
  evm: new Set([
    '0x0000000000000000000000000000000000000000',
    '0x0000000000000000000000000000000000000001',
    '0x000000000000000000000000000000000000dead',
    '0xdead000000000000000042069420694206942069',
  ]),
  solana: new Set(['1nc1nerator11111111111111111111111111111111', '11111111111111111111111111111111']),
  sui: new Set([`0x${'0'.repeat(64)}`]),
}

export function isBurnAddress(network: NetworkId, address: string): boolean {
  return BURN[NETWORKS[network].family].has(address)
}
