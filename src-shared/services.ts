import type { NetworkId } from './networks.ts'

/**
 * Optional services outside the chain. A service receives requests only once its owner sets it. Facts that come from a service
 * are shown with its name.
 */

export const SERVICE_IDS = ['sourcify', 'etherscan', 'birdeye', 'archive', 'hypersync'] as const
export type ServiceId = (typeof SERVICE_IDS)[number]

export interface ServiceRow {
  readonly name: string
  /** The fact that it provides. */
  readonly provides: 'source code' | 'creator' | 'history'
  readonly networks: readonly NetworkId[]
  readonly takesKey: boolean
  /** Base address of the service that defined this protocol. Compatible services can be set instead. */
  readonly example: string
}

/** Services with archived history, by their protocol. */
export const ARCHIVE_SERVICES = { portal: 'archive', hypersync: 'hypersync' } as const satisfies Readonly<Record<string, ServiceId>>
export type ArchiveProtocol = keyof typeof ARCHIVE_SERVICES
export type ArchiveService = (typeof ARCHIVE_SERVICES)[ArchiveProtocol]

/** Networks for which an archive is read. */
export const ARCHIVE_NETWORKS = ['eth', 'base', 'bsc', 'sol'] as const
export type ArchiveNetwork = (typeof ARCHIVE_NETWORKS)[number]

export const SERVICES: Readonly<Record<ServiceId, ServiceRow>> = {
  sourcify: {
    name: 'Sourcify v2',
    provides: 'source code',
    networks: ['eth', 'base', 'bsc'],
    takesKey: false,
    example: 'https://sourcify.dev/server',
  },
  etherscan: {
    name: 'Etherscan v2',
    provides: 'creator',
    networks: ['eth', 'base', 'bsc'],
    takesKey: true,
    example: 'https://api.etherscan.io/v2/api',
  },
  birdeye: {
    name: 'Birdeye',
    provides: 'creator',
    networks: ['sol', 'eth', 'base', 'bsc'],
    takesKey: true,
    example: 'https://public-api.birdeye.so',
  },
  archive: {
    name: 'SQD Portal',
    provides: 'history',
    networks: ARCHIVE_NETWORKS,
    takesKey: true,
    example: 'https://portal.sqd.dev',
  },
  hypersync: {
    name: 'HyperSync',
    provides: 'history',
    networks: ['eth', 'base', 'bsc'],
    takesKey: true,
    example: 'https://hypersync.xyz',
  },
}

/** Names of the data sets at the public gateway: https://portal.sqd.dev/datasets. */
export const ARCHIVE_DATASETS: Readonly<Record<ArchiveNetwork, string>> = {
  eth: 'ethereum-mainnet',
  base: 'base-mainnet',
  bsc: 'binance-mainnet',
  sol: 'solana-mainnet',
}
