import type { Address } from '../../../src-shared/domain/address.ts'
import type { LiquidityLock, PoolLiquidity } from './facts.ts'

/** Liquidity spread over prices in steps of a ten-thousandth, as the exchanges of several chains do it: pure. */

export interface TickRange {
  readonly lower: number
  readonly upper: number
  /** In the pool's own unit; never negative once the history is whole. */
  readonly liquidity: bigint
}

const MOST_LOCKS = 20

/** Whether the ranges are all there is: what is open at the present tick adds up to what the pool itself tells. */
export function isWhole(ranges: readonly TickRange[], tick: number, active: bigint): boolean {
  const open = ranges.filter(({ lower, upper }) => lower <= tick && tick < upper)
  return ranges.every(({ liquidity }) => liquidity > 0n) && open.reduce((sum, { liquidity }) => sum + liquidity, 0n) === active
}

/**
 * What a range holds at a price, in raw units of the second token, in the precision of a double: shares are told from it, no amounts.
 *
 * @param root square root of raw units of the second token for one of the first
 */
export function valueOf({ lower, upper, liquidity }: TickRange, root: number): number {
  const [low, high] = [1.0001 ** (lower / 2), 1.0001 ** (upper / 2)]
  const at = Math.min(Math.max(root, low), high)
  const first = 1 / at - 1 / high
  return Number(liquidity) * (first * root * root + (at - low))
}

/** Parts of a pool's value as a report tells them; `rest` is the percent of which nothing is known. */
export function sharesOf(
  locks: readonly LiquidityLock[],
  free: ReadonlyMap<Address, number>,
  rest = 0,
): Pick<PoolLiquidity, 'lockedPct' | 'locks' | 'largestFreePct' | 'largestFreeOwner'> {
  const [largest] = [...free].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  const locked = locks.reduce((sum, { percentage }) => sum + percentage, 0)
  return {
    // Parts in the precision of a double add up to nearly the whole.
    lockedPct: free.size === 0 && rest === 0 ? 100 : Math.min(100, locked),
    locks: locks.toSorted((a, b) => b.percentage - a.percentage).slice(0, MOST_LOCKS),
    largestFreePct: largest?.[1] ?? 0,
    largestFreeOwner: largest?.[0] ?? null,
  }
}
