import type { NetworkId } from '../../../src-shared/networks.ts'
import type { PoolLiquidity } from '../../chains/security/facts.ts'
import { quoteSymbol, toUsd } from '../../prices/quotes.ts'

/**
 * Adds USD values to the quote sides that are a stablecoin or the native coin, and sorts the pools, deepest first. Anyone can make a quote token and put
 * any amount of it into a pool, so pools of listed quote tokens come first, by their value where it is known.
 */
export function valuePools(network: NetworkId, pools: readonly PoolLiquidity[], nativeUsd: number | null): PoolLiquidity[] {
  const isListed = ({ quote }: PoolLiquidity): boolean => quoteSymbol(network, quote) !== null
  return pools
    .map((pool) => ({ ...pool, quoteUsd: pool.quoteUsd ?? toUsd(network, pool.quote, pool.quoteRaw, nativeUsd) }))
    .sort((a, b) => Number(isListed(b)) - Number(isListed(a)) || (a.quoteUsd === null || b.quoteUsd === null ? 0 : b.quoteUsd - a.quoteUsd))
}
