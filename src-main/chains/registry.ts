import type { NetworkId } from '../../src-shared/networks.ts'
import type { AdapterFactory, AdapterOptions, ChainAdapter } from './adapter.ts'
import { createEvmAdapter } from './evm/adapter.ts'
import { createSolanaAdapter } from './solana/adapter.ts'
import { createSuiAdapter } from './sui/adapter.ts'

const ADAPTERS: Readonly<Record<NetworkId, AdapterFactory>> = {
  sol: createSolanaAdapter,
  eth: createEvmAdapter,
  base: createEvmAdapter,
  bsc: createEvmAdapter,
  sui: createSuiAdapter,
}

export const openAdapter = (options: AdapterOptions): ChainAdapter => ADAPTERS[options.network](options)
