import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectedShared, probabilityOfShared, type Draws } from './overlap-model.ts'

function choose(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n
  let found = 1n
  for (let i = 1; i <= k; i++) found = (found * BigInt(n - k + i)) / BigInt(i)
  return found
}

/** Computed with exact integers. */
function exactly({ sizes: [a, b], population }: Draws, shared: number): number {
  let ways = 0n
  for (let k = Math.max(0, shared); k <= Math.min(a, b); k++) ways += choose(a, k) * choose(population - a, b - k)
  return Number((ways * 10n ** 30n) / choose(population, b)) / 1e30
}

const draws = fc
  .tuple(fc.integer({ min: 1, max: 400 }), fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([population, x, y]): Draws => ({ population, sizes: [Math.floor(population * x), Math.floor(population * y)] }))

describe('how unlikely shared wallets are', () => {
  it('equals the exact count of draws', () =>
    fc.assert(
      fc.property(draws, fc.nat(400), (some, shared) => {
        const exact = exactly(some, shared)
        expect(Math.abs(probabilityOfShared(some, shared) - exact)).toBeLessThan(1e-9 + exact * 1e-9)
      }),
    ))

  it('expects the mean of the draws', () =>
    fc.assert(
      fc.property(draws, (some) => {
        // The mean of a count is the sum of the probabilities of one or more, two or more, and so on.
        let mean = 0
        for (let k = 1; k <= Math.min(...some.sizes); k++) mean += probabilityOfShared(some, k)
        expect(mean).toBeCloseTo(expectedShared(some), 6)
      }),
    ))

  it('is small where few of many are the same, and also for large tokens', () => {
    const some: Draws = { sizes: [20_000, 20_000], population: 3_000_000 }
    expect(expectedShared(some)).toBeCloseTo(133.33, 2)
    expect(probabilityOfShared(some, 133)).toBeGreaterThan(0.4)
    expect(probabilityOfShared(some, 134)).toBeLessThan(0.55)
    expect(probabilityOfShared(some, 300)).toBeLessThan(1e-30)
    expect(probabilityOfShared(some, 300)).toBeGreaterThan(0)
  })

  it('is certain where the population has no room for less', () => expect(probabilityOfShared({ sizes: [6, 7], population: 10 }, 3)).toBe(1))
})
