import type { NetworkId } from './networks.ts'

/**
 * Services outside the chain that the owner may set: none is asked before. They tell what a node does not; what they tell is
 * named as theirs wherever it is shown.
 */

export const SERVICE_IDS = ['sourcify', 'etherscan', 'birdeye'] as const
export type ServiceId = (typeof SERVICE_IDS)[number]

export interface ServiceRow {
  readonly name: string
  /** What it is asked for. */
  readonly tells: 'source code' | 'creator'
  readonly networks: readonly NetworkId[]
  readonly takesKey: boolean
  /** Base address of the service that its form is named after; others of the same form may be set. */
  readonly example: string
}

export const SERVICES: Readonly<Record<ServiceId, ServiceRow>> = {
  sourcify: {
    name: 'Sourcify v2',
    tells: 'source code',
    networks: ['eth', 'base', 'bsc'],
    takesKey: false,
    example: 'https://sourcify.dev/server',
  },
  etherscan: {
    name: 'Etherscan v2',
    tells: 'creator',
    networks: ['eth', 'base', 'bsc'],
    takesKey: true,
    example: 'https://api.etherscan.io/v2/api',
  },
  birdeye: {
    name: 'Birdeye',
    tells: 'creator',
    networks: ['sol', 'eth', 'base', 'bsc'],
    takesKey: true,
    example: 'https://public-api.birdeye.so',
  },
}
