import { expect, it } from 'vitest'
import type { LocalDistribution } from '../../../src-shared/contract/records/local.ts'
import { distributionText } from './distribution.ts'

const text = (change: Partial<LocalDistribution>, unknown: readonly string[] = []): string[] => {
  const measures = { gini: 0.5, hhi: 0.25, nakamoto: 3, top_10_holder_concentration: 50, population: 4 }
  return distributionText({ ...measures, merged: null, merged_unknown: null, ...change } as LocalDistribution, unknown).split('\n')
}

it('no measure that only rounds to the whole reads as the whole', () => {
  expect(text({ gini: 0.9999997 })).toContain('Gini\t>0.999999\tunknown')
  expect(text({ gini: 1, hhi: 0.123456789 })).toEqual(expect.arrayContaining(['Gini\t1\tunknown', 'HHI\t0.123457\tunknown']))
  expect(text({ top_10_holder_concentration: 99.9999996 })).toContain('Top 10, percent\t>99.9999\tunknown')
  expect(text({ top_10_holder_concentration: 100, nakamoto: 1 })).toEqual(
    expect.arrayContaining(['Top 10, percent\t100\tunknown', 'Nakamoto coefficient\t1\tunknown']),
  )
})

it('an open top 10 is a lower bound, and an open index unknown', () => {
  const open = ['gini', 'top_10_holder_concentration']
  expect(text({}, open)).toEqual(expect.arrayContaining(['Gini\tunknown\tunknown', 'Top 10, percent\t≥ 50\tunknown']))
  const least = (share: number): string | undefined => text({ top_10_holder_concentration: share }, open).find((line) => line.startsWith('Top 10'))
  expect([99.9999996, 33.3333367, 0.0012345678, 4].map(least)).toEqual([
    'Top 10, percent\t≥ 99.9999\tunknown',
    'Top 10, percent\t≥ 33.3333\tunknown',
    'Top 10, percent\t≥ 0.00123456\tunknown',
    'Top 10, percent\t≥ 4\tunknown',
  ])
})
