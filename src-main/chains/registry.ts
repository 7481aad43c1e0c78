import { NETWORKS, type NetworkId } from '../../src-shared/networks.ts'
import { AppError } from '../lib/app-error.ts'
import type { AdapterFactory, AdapterOptions, ChainAdapter } from './adapter.ts'
import { createEvmAdapter } from './evm/adapter.ts'
import { createSolanaAdapter } from './solana/adapter.ts'
import { createSuiAdapter } from './sui/adapter.ts'

/** The adapter of each network; null if this version reads the network from files only. */
const ADAPTERS: Readonly<Record<NetworkId, AdapterFactory | null>> = {
  sol: createSolanaAdapter,
  eth: createEvmAdapter,
  base: createEvmAdapter,
  bsc: createEvmAdapter,
  sui: createSuiAdapter,
}

export const readsFromNode = (network: NetworkId): boolean => ADAPTERS[network] !== null

/** @throws AppError `source_unavailable` for a network that is read from files only */
export function openAdapter(options: AdapterOptions): ChainAdapter {
  const factory = ADAPTERS[options.network]
  if (factory === null) {
    throw new AppError('source_unavailable', { say: `This version reads ${NETWORKS[options.network].name} from files only.` })
  }
  return factory(options)
}
