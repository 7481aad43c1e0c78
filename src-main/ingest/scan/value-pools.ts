import type { NetworkId } from '../../../src-shared/networks.ts'
import type { PoolLiquidity } from '../../chains/security/facts.ts'
import { quoteSymbol, toUsd } from '../../prices/quotes.ts'

/**
 * Adds USD values to the quote sides that are a stablecoin or the native coin, and sorts the pools, deepest first. Anyone can make a quote token and put
 * any amount of it into a pool, so pools of listed quote tokens come first. Values order pools only if all of them are known: a pool of unknown value may
 * be the deepest.
 */
export function valuePools(network: NetworkId, pools: readonly PoolLiquidity[], nativeUsd: number | null): PoolLiquidity[] {
  const valued = pools.map((pool) => ({ ...pool, quoteUsd: pool.quoteUsd ?? toUsd(network, pool.quote, pool.quoteRaw, nativeUsd) }))
  const { listed = [], unlisted = [] } = Object.groupBy(valued, ({ quote }) => (quoteSymbol(network, quote) === null ? 'unlisted' : 'listed'))
  return [...deepestFirst(listed), ...deepestFirst(unlisted)]
}

const deepestFirst = (pools: readonly PoolLiquidity[]): readonly PoolLiquidity[] =>
  pools.every(({ quoteUsd }) => quoteUsd !== null) ? pools.toSorted((a, b) => (b.quoteUsd ?? 0) - (a.quoteUsd ?? 0)) : pools
