import type { PoolLiquidity } from '../chains/security/facts.ts'

/** Percent. They differ if the owners of some liquidity are unknown. */
export interface LockedRange {
  readonly least: number
  readonly most: number
}

/**
 * Σ locked share × quote value ÷ Σ quote value over the pools with a price, or over those with the quote token of the deepest pool if that pool has no
 * price. Null if they are worth nothing.
 */
export function lockedRange(pools: readonly PoolLiquidity[]): LockedRange | null {
  const deepest = pools[0]
  if (deepest === undefined) return null
  const priced = deepest.quoteUsd !== null
  // Without prices, values of different quote tokens cannot be added.
  const counted = pools.filter(({ quote, quoteUsd }) => (priced ? quoteUsd !== null : quote === deepest.quote))
  const weight = ({ quoteUsd, quoteRaw }: PoolLiquidity): number => (priced ? (quoteUsd ?? 0) : Number(quoteRaw))
  const sum = (part: (pool: PoolLiquidity) => number): number => counted.reduce((total, pool) => total + part(pool) * weight(pool), 0)
  const total = sum(() => 1)
  return total === 0 ? null : { least: sum(({ lockedPct }) => lockedPct ?? 0) / total, most: sum(({ lockedPct }) => lockedPct ?? 100) / total }
}

/** Anyone can open a pool whose owners are unknown, so less than this part in percent does not make the locked share unknown. */
const NEGLIGIBLE_PCT = 1

export const isExact = ({ least, most }: LockedRange): boolean => most - least < NEGLIGIBLE_PCT

/** The locked share in percent; null if the owners of a hundredth of the value or more are unknown. */
export function lockedWeighted(pools: readonly PoolLiquidity[]): number | null {
  const range = lockedRange(pools)
  return range !== null && isExact(range) ? range.least : null
}
