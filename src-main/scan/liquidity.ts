import type { PoolLiquidity } from '../chains/security/facts.ts'

/**
 * Σ locked share × quote value ÷ Σ quote value over the pools with a price, or over those with the quote token of the deepest pool if that pool has no
 * price; null if the owners of any of these are unknown.
 */
export function lockedWeighted(pools: readonly PoolLiquidity[]): number | null {
  const deepest = pools[0]
  if (deepest === undefined) return null
  const priced = deepest.quoteUsd !== null
  // Without prices, values of different quote tokens cannot be added.
  const counted = pools.filter(({ quote, quoteUsd }) => (priced ? quoteUsd !== null : quote === deepest.quote))
  const weight = ({ quoteUsd, quoteRaw }: PoolLiquidity): number => (priced ? (quoteUsd ?? 0) : Number(quoteRaw))
  const total = counted.reduce((sum, pool) => sum + weight(pool), 0)
  if (total === 0) return null
  let locked = 0
  for (const pool of counted) {
    if (pool.lockedPct === null) return null
    locked += pool.lockedPct * weight(pool)
  }
  return locked / total
}
