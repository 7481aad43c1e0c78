import { LRUCache } from 'lru-cache'
import type { Address } from '../../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import { proveExchange } from './derive.ts'

/** 100 % in hundredths of a basis point, the unit in which pools state fees. */
export const WHOLE_FEE = 1_000_000

interface FixedFee {
  readonly dex: string
  readonly networks: readonly NetworkId[]
  readonly fee: number
}

/** Venues whose v2 pools have one fee, fixed in their code. Each is compared with recorded swaps (e2e/checks/detection/venue-fees.test.ts). */
const V2_FEES: readonly FixedFee[] = [
  // 3 of 1,000 in `swap` (https://github.com/Uniswap/v2-core/blob/03b5fc8125142b8b301371814b728c56fd7114e5/contracts/UniswapV2Pair.sol).
  { dex: 'Uniswap', networks: ['eth', 'base', 'bsc'], fee: 3_000 },
  { dex: 'SushiSwap', networks: ['eth', 'base'], fee: 3_000 },
  { dex: 'PancakeSwap', networks: ['eth', 'bsc'], fee: 2_500 },
]

export interface PoolOfFee {
  readonly network: NetworkId
  readonly address: Address
  readonly dex: string
  readonly version: string
  readonly tokens: readonly [Address, Address]
}

const MAX_POOLS = 10_000
const tiers = new LRUCache<string, { readonly fee: number | null }>({ max: MAX_POOLS })

/**
 * The fee rate of a pool, if its code or address proves it: a v2 venue with one fee for all pools, or a v3 pool, whose address is derived from its
 * immutable fee tier. Null if pools choose or change their fee.
 */
export function fixedFee(pool: PoolOfFee): number | null {
  const { network, dex, version } = pool
  if (version === '2') return V2_FEES.find((row) => row.dex === dex && row.networks.includes(network))?.fee ?? null
  return version === '3' ? tierOf(pool) : null
}

/** Cached, because the proof costs some hashes and a pool has many swaps. */
function tierOf({ network, address, tokens: [a, b] }: PoolOfFee): number | null {
  const key = `${network}:${address}`
  const known = tiers.get(key)
  if (known !== undefined) return known.fee
  const fee = proveExchange(network, address, a, b)?.fee ?? null
  tiers.set(key, { fee })
  return fee
}
