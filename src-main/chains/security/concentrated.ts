import type { Address } from '../../../src-shared/domain/address.ts'
import { compareText } from '../../../src-shared/domain/compare.ts'
import type { LiquidityLock, OwnerShares } from './facts.ts'

/** Concentrated liquidity with ticks of 0.01 %, as in Uniswap v3 and similar exchanges: https://uniswap.org/whitepaper-v3.pdf. Pure. */

export interface TickRange {
  readonly lower: number
  readonly upper: number
  /** In the pool's own unit; never negative once the history is complete. */
  readonly liquidity: bigint
}

const MAX_LOCKS = 20
/** A share this small, in percent, may stay unknown: it changes no finding by more. */
export const SMALL_PCT = 1

/** Whether no range is missing: the liquidity at the current tick adds up to the active liquidity that the pool reports. */
export function isComplete(ranges: readonly TickRange[], tick: number, active: bigint): boolean {
  const open = ranges.filter(({ lower, upper }) => lower <= tick && tick < upper)
  return ranges.every(({ liquidity }) => liquidity > 0n) && open.reduce((sum, { liquidity }) => sum + liquidity, 0n) === active
}

/**
 * Value of a range at a price, in raw units of the second token. Double precision is enough, because only shares are computed from it.
 *
 * @param root square root of raw units of the second token for one of the first
 */
export function valueOf({ lower, upper, liquidity }: TickRange, root: number): number {
  const [low, high] = [1.0001 ** (lower / 2), 1.0001 ** (upper / 2)]
  const at = Math.min(Math.max(root, low), high)
  const first = 1 / at - 1 / high
  return Number(liquidity) * (first * root * root + (at - low))
}

/** Shares of a pool's value for the report; `rest` is the unknown share in percent. */
export function sharesOf(locks: readonly LiquidityLock[], free: ReadonlyMap<Address, number>, rest = 0): OwnerShares {
  const [largest] = [...free].sort(([a, x], [b, y]) => y - x || compareText(a, b))
  const locked = locks.reduce((sum, { percentage }) => sum + percentage, 0)
  return {
    // With double precision the shares add up to nearly 100.
    lockedPct: free.size === 0 && rest === 0 ? 100 : Math.min(100, locked),
    locks: locks.toSorted((a, b) => b.percentage - a.percentage).slice(0, MAX_LOCKS),
    largestFreePct: largest?.[1] ?? 0,
    largestFreeOwner: largest?.[0] ?? null,
  }
}
