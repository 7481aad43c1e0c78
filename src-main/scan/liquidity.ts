import type { PoolLiquidity } from '../chains/security/facts.ts'

/** Σ locked share × quote value ÷ Σ quote value over the counted pools; null if a pool's owners are unknown or no pool has value. */
export function lockedWeighted(pools: readonly PoolLiquidity[]): number | null {
  const deepest = pools[0]
  if (deepest === undefined) return null
  const priced = pools.every(({ quoteUsd }) => quoteUsd !== null)
  // Without prices, values of different quote tokens cannot be added: only pools with the quote token of the deepest pool count.
  const counted = priced ? pools : pools.filter(({ quote }) => quote === deepest.quote)
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
