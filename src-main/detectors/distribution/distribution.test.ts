import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LABELS, NOT_IN_POPULATION } from '../../../src-shared/domain/labels.ts'
import { z } from 'zod'
import { distribution, distributionExtras, tallyBalances } from './distribution.ts'

const vectors = z
  .object({
    vectors: z.array(
      z.object({
        name: z.string(),
        total_supply: z.int(),
        holders: z.array(z.object({ balance: z.int(), tags: z.array(z.enum(LABELS)) })),
        expect: z.object({ gini: z.number(), hhi: z.number(), nakamoto: z.int(), top_10_holder_concentration: z.number() }),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL('./fixtures/distribution_vectors.json', import.meta.url), 'utf8'))).vectors

describe('distribution figures', () => {
  it.each(vectors)('$name', ({ total_supply, holders, expect: want }) => {
    const population = holders.filter((holder) => !holder.tags.some((tag) => NOT_IN_POPULATION.has(tag)))
    const got = distribution(
      population.map((holder) => BigInt(holder.balance)),
      BigInt(total_supply),
    )
    expect(got.gini).toBeCloseTo(want.gini, 11)
    expect(got.hhi).toBeCloseTo(want.hhi, 12)
    expect(got.nakamoto).toBe(want.nakamoto)
    expect(got.top10Pct).toBe(want.top_10_holder_concentration)
  })

  it('stays exact where doubles do not: one raw unit decides more than half', () => {
    const half = 10n ** 30n
    expect(distribution([half, half - 1n], 2n * half).nakamoto).toBe(2)
    expect(distribution([half + 1n, half - 1n], 2n * half).nakamoto).toBe(1)
  })
})

describe('distribution extras', () => {
  it('Theil is 0 for equals and ln n for one who holds nearly all', () => {
    expect(distributionExtras(tallyBalances([5n, 5n, 5n]), 15n).theil).toBe(0)
    expect(distributionExtras(tallyBalances([10n ** 18n, 1n]), 10n ** 18n + 1n).theil).toBeCloseTo(Math.log(2), 9)
  })

  it('without holders, Theil is unknown and the Lorenz curve is empty', () => {
    expect(distributionExtras(tallyBalances([]), 10n)).toEqual({ theil: null, lorenz: [], top: { 10: 0, 50: 0, 100: 0 } })
  })

  it('the Lorenz curve runs from (0,0) to (1,1) in at most 200 points', () => {
    const { lorenz } = distributionExtras(tallyBalances(Array.from({ length: 5003 }, (_, i) => BigInt(i + 1))), 10n ** 9n)
    expect(lorenz.length).toBeLessThanOrEqual(200)
    expect(lorenz[0]).toEqual([0, 0])
    expect(lorenz.at(-1)).toEqual([1, 1])
    expect(lorenz.every(([x, y], i) => y <= x && (i === 0 || y >= (lorenz[i - 1]?.[1] ?? 0)))).toBe(true)
  })

  it('the top shares are of total supply', () => {
    const { top } = distributionExtras(tallyBalances(Array.from({ length: 60 }, () => 1n)), 100n)
    expect(top).toEqual({ 10: 10, 50: 50, 100: 60 })
  })
})
