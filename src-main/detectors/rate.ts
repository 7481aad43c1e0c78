import type { Swap } from './flows.ts'

/** How often a token is traded, and how unlikely more of it at once would be. */

/**
 * Mean number of different wallets a block, over the blocks around one, itself left out.
 *
 * @param swaps in chain order
 * @param span blocks looked at, half before and half after
 * @param first first block of the token's trading; null when not known
 */
export function blockRate(swaps: readonly Swap[], span: number, first: number | null): (block: number) => number {
  const blocks: number[] = []
  const before: number[] = [0]
  let seen = new Set<string>()
  for (const { wallet, position } of swaps) {
    if (blocks.at(-1) !== position.block) {
      blocks.push(position.block)
      before.push(before.at(-1) ?? 0)
      seen = new Set()
    }
    if (seen.has(wallet)) continue
    seen.add(wallet)
    before[blocks.length] = (before[blocks.length] ?? 0) + 1
  }
  const half = Math.max(1, Math.floor(span / 2))
  return (block) => {
    const from = Math.max(first ?? blocks[0] ?? block, block - half)
    const to = Math.min(Math.max(blocks.at(-1) ?? block, block), block + half)
    const total = (before[firstAtLeast(blocks, to + 1)] ?? 0) - (before[firstAtLeast(blocks, from)] ?? 0)
    const own = firstAtLeast(blocks, block)
    const here = blocks[own] === block ? (before[own + 1] ?? 0) - (before[own] ?? 0) : 0
    return (total - here) / Math.max(1, to - from)
  }
}

/** Index of the first number at or above `value`; `numbers` ascending. */
function firstAtLeast(numbers: readonly number[], value: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** P(X ≥ count) where X is Poisson with this mean. */
export function atLeastThisMany(count: number, mean: number): number {
  let term = Math.exp(-mean)
  let below = 0
  for (let k = 0; k < count; k++) {
    below += term
    term *= mean / (k + 1)
  }
  return Math.max(0, 1 - below)
}
