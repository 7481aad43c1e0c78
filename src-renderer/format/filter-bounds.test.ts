import { describe, expect, it } from 'vitest'
import { isWithin, parseTableFilter } from './filter-bounds.ts'

describe('the table filter', () => {
  it.each([
    ['', [], 0, null],
    ['Binance pool', ['binance', 'pool'], 0, null],
    ['pool cluster 3 > 1 %', ['pool'], 1, 2],
    ['weight>=0.8 <5', [], 2, null],
    ['binance > 1', ['binance'], 1, null],
    ['cluster', ['cluster'], 0, null],
  ] as const)('%j', (text, words, bounds, cluster) => {
    const filter = parseTableFilter(text)
    expect(filter.words).toEqual(words)
    expect(filter.bounds).toHaveLength(bounds)
    expect(filter.cluster).toBe(cluster)
  })

  it('applies bounds and rejects unknown figures', () => {
    const { bounds } = parseTableFilter('share >= 1 % < 5 weight > 0.6')
    expect(isWithin(bounds, { share: 1, weight: 0.7 })).toBe(true)
    expect(isWithin(bounds, { share: 5, weight: 0.7 })).toBe(false)
    expect(isWithin(bounds, { share: 0.99, weight: 0.7 })).toBe(false)
    expect(isWithin(bounds, { share: 2, weight: 0.6 })).toBe(false)
    expect(isWithin(bounds, { share: 2, weight: null })).toBe(false)
    expect(isWithin([], {})).toBe(true)
  })
})
