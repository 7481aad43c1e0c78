import type { PoolLiquidity } from '../chains/security/facts.ts'

/**
 * Σ share × quote value ÷ Σ quote value over the pools with a price, or over those with the quote token of the deepest pool if that pool has no
 * price; null if the share of any of these is unknown.
 *
 * @param pctOf percent of one pool's liquidity
 */
export function weightedPct(pools: readonly PoolLiquidity[], pctOf: (pool: PoolLiquidity) => number | null): number | null {
  const deepest = pools[0]
  if (deepest === undefined) return null
  const priced = deepest.quoteUsd !== null
  // Without prices, values of different quote tokens cannot be added.
  const counted = pools.filter(({ quote, quoteUsd }) => (priced ? quoteUsd !== null : quote === deepest.quote))
  const weight = ({ quoteUsd, quoteRaw }: PoolLiquidity): number => (priced ? (quoteUsd ?? 0) : Number(quoteRaw))
  const total = counted.reduce((sum, pool) => sum + weight(pool), 0)
  if (total === 0) return null
  let part = 0
  for (const pool of counted) {
    const pct = pctOf(pool)
    if (pct === null) return null
    part += pct * weight(pool)
  }
  return part / total
}

/** Burned or locked percent of all liquidity. */
export const lockedWeighted = (pools: readonly PoolLiquidity[]): number | null => weightedPct(pools, ({ lockedPct }) => lockedPct)
