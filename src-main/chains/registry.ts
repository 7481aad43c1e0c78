import { NETWORKS, type NetworkFamily } from '../../src-shared/networks.ts'
import type { AdapterFactory, AdapterOptions, ChainAdapter } from './adapter.ts'
import { createEvmAdapter } from './evm/adapter.ts'
import { createSolanaAdapter } from './solana/adapter.ts'
import { createSuiAdapter } from './sui/adapter.ts'

const ADAPTERS: Readonly<Record<NetworkFamily, AdapterFactory>> = { solana: createSolanaAdapter, evm: createEvmAdapter, sui: createSuiAdapter }

export const openAdapter = (options: AdapterOptions): ChainAdapter => ADAPTERS[NETWORKS[options.network].family](options)
