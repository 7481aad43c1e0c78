import type { Trade } from '../../src-shared/domain/events.ts'
import type { NetworkId } from '../../src-shared/networks.ts'

interface VenueFee {
  readonly dex: string
  readonly version: string
  readonly networks: readonly NetworkId[]
  /** Share of what is paid in. */
  readonly share: number
}

/**
 * Venues whose pools have one and the same fee in their code. Other pools choose their fee at creation or change it, which is not read, so theirs is
 * unknown. Each share is checked against recorded swaps (e2e/checks/detection/venue-fees.test.ts).
 */
const FEES: readonly VenueFee[] = [
  // 3 of 1,000 in `swap` (https://github.com/Uniswap/v2-core/blob/03b5fc8125142b8b301371814b728c56fd7114e5/contracts/UniswapV2Pair.sol).
  { dex: 'Uniswap', version: '2', networks: ['eth', 'base', 'bsc'], share: 0.003 },
  { dex: 'SushiSwap', version: '2', networks: ['eth', 'base'], share: 0.003 },
  { dex: 'PancakeSwap', version: '2', networks: ['eth', 'bsc'], share: 0.0025 },
]

/** Share of what is paid in that a pool of the venue keeps; null where it is unknown. */
export function poolFeeShare(network: NetworkId, { dex, version }: Pick<VenueFee, 'dex' | 'version'>): number | null {
  return FEES.find((row) => row.dex === dex && row.version === version && row.networks.includes(network))?.share ?? null
}

/** What the pool kept of a trade, in USD. */
export function poolFeeUsd({ network, dex, dexVersion }: Trade, usdIn: number): number | null {
  const share = poolFeeShare(network, { dex, version: dexVersion })
  return share === null ? null : usdIn * share
}
