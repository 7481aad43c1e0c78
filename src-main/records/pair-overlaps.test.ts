import { expect, it } from 'vitest'
import { expectedShared, probabilityOfShared } from './overlap-model.ts'
import { pairOverlaps } from './pair-overlaps.ts'

const token = (address: string, wallets: number, early: number | null, isComplete = true) => ({
  address,
  wallets,
  early,
  holders_complete: isComplete,
})
const tokens = [token('A', 5, 3), token('B', 4, 2), token('C', 3, null), token('D', 2, 1, false)]
const wallets = [
  { tokens: [0, 1], early: [0, 1] },
  { tokens: [0, 1, 2], early: [0] },
  { tokens: [1, 2, 3], early: [1, 3] },
]
const population = { wallets: 20, others: 9 }

it('counts each pair of tokens once, with the chance of such an overlap', () => {
  const of = (sizes: readonly [number, number], shared: number) => ({
    shared,
    expected: expectedShared({ sizes, population: 20 }),
    probability: probabilityOfShared({ sizes, population: 20 }, shared),
  })
  const unmodelled = (shared: number | null) => ({ shared, expected: null, probability: null })
  expect(pairOverlaps(tokens, wallets, population)).toEqual([
    { tokens: ['A', 'B'], wallets: of([5, 4], 2), early: of([3, 2], 1) },
    { tokens: ['A', 'C'], wallets: of([5, 3], 1), early: unmodelled(null) },
    { tokens: ['A', 'D'], wallets: unmodelled(0), early: unmodelled(0) },
    { tokens: ['B', 'C'], wallets: of([4, 3], 2), early: unmodelled(null) },
    { tokens: ['B', 'D'], wallets: unmodelled(1), early: unmodelled(1) },
    { tokens: ['C', 'D'], wallets: unmodelled(1), early: unmodelled(null) },
  ])
})

it('has no chance where the wallets of these tokens are all there are', () => {
  const [first] = pairOverlaps(tokens, wallets, { wallets: 20, others: 0 })
  expect(first?.wallets).toEqual({ shared: 2, expected: null, probability: null })
})
