import type { Swap } from './swaps.ts'
import { lowerBound } from '../math/order.ts'

/** Trading rate of a token, and the probability of exceeding it. */

/** Mean number of distinct wallets per block over the blocks around a block, excluding that block. */
export interface BlockRate {
  /** Swaps in chain order. */
  add(swap: Swap): void
  at(block: number): number
  /** Whether no later swap can change the rate at a block. */
  isSettled(block: number): boolean
}

/**
 * @param span number of blocks, half before and half after
 * @param first first block of the token's trading; null if unknown
 */
export function createBlockRate(span: number, first: number | null): BlockRate {
  const blocks: number[] = []
  /** Prefix sums: for each block, the number of wallets in all blocks before it. */
  const before: number[] = [0]
  const seen = new Set<string>()
  const half = Math.max(1, Math.floor(span / 2))
  const newest = (): number => blocks.at(-1) ?? Number.NEGATIVE_INFINITY
  return {
    add({ wallet, position: { block } }) {
      if (block !== newest()) {
        blocks.push(block)
        before.push(before.at(-1) ?? 0)
        seen.clear()
      }
      if (seen.has(wallet)) return
      seen.add(wallet)
      before[blocks.length] = (before[blocks.length] ?? 0) + 1
    },
    at(block) {
      const from = Math.max(first ?? blocks[0] ?? block, block - half)
      const to = Math.min(Math.max(newest(), block), block + half)
      const total = (before[lowerBound(blocks, to + 1)] ?? 0) - (before[lowerBound(blocks, from)] ?? 0)
      const own = lowerBound(blocks, block)
      const here = blocks[own] === block ? (before[own + 1] ?? 0) - (before[own] ?? 0) : 0
      return (total - here) / Math.max(1, to - from)
    },
    isSettled: (block) => newest() > block + half,
  }
}

/** P(X ≥ count) where X is Poisson with this mean. */
export function poissonTail(count: number, mean: number): number {
  let term = Math.exp(-mean)
  let below = 0
  for (let k = 0; k < count; k++) {
    below += term
    term *= mean / (k + 1)
  }
  return Math.max(0, 1 - below)
}
