import { describe, expect, it } from 'vitest'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { isComplete, sharesOf, valueOf } from './concentrated.ts'

const range = (lower: number, upper: number, liquidity: bigint) => ({ lower, upper, liquidity })

it('ranges are complete if those around the tick, without their upper end, add up to what is active', () => {
  const ranges = [range(-10, 10, 5n), range(0, 20, 3n), range(10, 30, 7n)]
  expect(isComplete(ranges, 0, 8n)).toBe(true)
  expect(isComplete(ranges, -1, 5n)).toBe(true)
  expect(isComplete(ranges, 10, 10n)).toBe(true)
  expect(isComplete(ranges, 10, 15n)).toBe(false)
  expect(isComplete(ranges, 30, 0n)).toBe(true)
  expect(isComplete([...ranges, range(90, 99, 0n)], 0, 8n)).toBe(false)
  expect(isComplete([], 0, 0n)).toBe(true)
})

describe('the value of a range', () => {
  // Square roots of the prices at its ends are 1 and 1.0001^5000.
  const wide = range(0, 10_000, 1_000n)
  const high = 1.0001 ** 5_000

  it('is all in the second token above it, and all in the first below', () => {
    expect(valueOf(wide, 9)).toBeCloseTo(1_000 * (high - 1), 6)
    expect(valueOf(wide, 0.5)).toBeCloseTo(1_000 * (1 - 1 / high) * 0.25, 6)
  })

  it('is in both inside', () => {
    const root = 1.2
    const [first, second] = [1_000 * (1 / root - 1 / high), 1_000 * (root - 1)]
    expect(valueOf(wide, root)).toBeCloseTo(first * root ** 2 + second, 6)
  })
})

describe('shares of the value', () => {
  const lock = (percentage: number) => ({ percentage, type: 'Locker', unlockAt: null })
  const free = (...shares: readonly (readonly [string, number])[]) => new Map(shares.map(([name, share]) => [trustedAddress(name), share]))

  it('name the largest free owner, ties by address, and sum the locks', () => {
    expect(sharesOf([lock(10), lock(30)], free(['c', 25], ['b', 25], ['a', 10]))).toEqual({
      ...{ lockedPct: 40, locks: [lock(30), lock(10)] },
      ...{ largestFreePct: 25, largestFreeOwner: 'b' },
    })
  })

  it('are whole if all is locked, although doubles do not add up, but not if something is unknown', () => {
    expect(sharesOf([lock(99.999_999_9)], free())).toMatchObject({ lockedPct: 100, largestFreePct: 0, largestFreeOwner: null })
    expect(sharesOf([lock(99.5)], free(), 0.5).lockedPct).toBe(99.5)
    expect(sharesOf([lock(60), lock(40.000_000_1)], free(['a', 0])).lockedPct).toBe(100)
  })

  it('list the twenty largest locks and count all', () => {
    const { locks, lockedPct } = sharesOf(
      Array.from({ length: 25 }, (_, i) => lock(1 + i / 100)),
      free(['a', 70]),
    ) // 1.00 to 1.24
    expect([locks.length, locks[0]?.percentage, locks[19]?.percentage]).toEqual([20, 1.24, 1.05])
    expect(lockedPct).toBeCloseTo(28, 9)
  })
})
