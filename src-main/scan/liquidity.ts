import { shortPercent } from '../../src-shared/domain/shown.ts'
import type { PoolLiquidity } from '../chains/security/facts.ts'

/** A part of all liquidity, in percent. The ends differ if the owners of some liquidity are unknown. */
export interface PctRange {
  readonly least: number
  readonly most: number
}

/**
 * Σ part × quote value ÷ Σ quote value over the pools with a price, or over those with the quote token of the deepest pool if that pool has no
 * price. Null if they are worth nothing.
 *
 * @param pctOf the part of one pool's liquidity in percent; null if it is unknown
 */
export function weightedRange(pools: readonly PoolLiquidity[], pctOf: (pool: PoolLiquidity) => number | null): PctRange | null {
  const deepest = pools[0]
  if (deepest === undefined) return null
  const priced = deepest.quoteUsd !== null
  // Without prices, values of different quote tokens cannot be added.
  const counted = pools.filter(({ quote, quoteUsd }) => (priced ? quoteUsd !== null : quote === deepest.quote))
  const weight = ({ quoteUsd, quoteRaw }: PoolLiquidity): number => (priced ? (quoteUsd ?? 0) : Number(quoteRaw))
  const sum = (part: (pool: PoolLiquidity) => number): number => counted.reduce((total, pool) => total + part(pool) * weight(pool), 0)
  const total = sum(() => 1)
  return total === 0 ? null : { least: sum((pool) => pctOf(pool) ?? 0) / total, most: sum((pool) => pctOf(pool) ?? 100) / total }
}

/** The burned or locked part. */
export const lockedRange = (pools: readonly PoolLiquidity[]): PctRange | null => weightedRange(pools, ({ lockedPct }) => lockedPct)

/** Anyone can open a pool whose owners are unknown, so less than this part in percent does not make a share unknown. */
const NEGLIGIBLE_PCT = 1

const isExact = ({ least, most }: PctRange): boolean => most - least < NEGLIGIBLE_PCT

/** The value of a finding about a part: its percent, or both ends as text. */
export const shownPart = (part: PctRange): number | string =>
  isExact(part) ? part.least : `${shortPercent(part.least)} to ${shortPercent(part.most)}`

/** The locked share in percent; null if the owners of a hundredth of the value or more are unknown. */
export function lockedWeighted(pools: readonly PoolLiquidity[]): number | null {
  const range = lockedRange(pools)
  return range !== null && isExact(range) ? range.least : null
}
