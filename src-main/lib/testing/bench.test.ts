import { describe, expect, it } from 'vitest'
import { figure, interleaved, median, quantile } from './bench.ts'

describe('bench rounds', () => {
  it('takes turns, swaps who goes first, and does not count the first round', async () => {
    const order: string[] = []
    const result = await interleaved(
      2,
      () => (order.push('ours'), 10),
      () => (order.push('peer'), 25),
    )
    expect(order).toEqual(['ours', 'peer', 'peer', 'ours', 'ours', 'peer'])
    expect(result).toEqual({ ours: [10, 10], peer: [25, 25], ratio: 2.5, spread: [2.5, 2.5] })
  })

  it('takes the nearest rank for quantiles', () => {
    expect(median([3, 1, 2])).toBe(2)
    expect(quantile([1, 2, 3, 4], 0.99)).toBe(4)
    expect(quantile([], 0.5)).toBeNaN()
  })

  it('writes figures in few digits', () => expect([1.234, 12.34, 12345.6].map(figure)).toEqual(['1.23', '12.3', '12,346']))
})
