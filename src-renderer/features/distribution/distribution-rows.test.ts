import { describe, expect, it } from 'vitest'
import type { LocalDistribution } from '../../../src-shared/contract/records/local.ts'
import { curvePair, curveShare, lorenzRows, lorenzText, measureRows } from './distribution-rows.ts'

type Curve = LocalDistribution['lorenz']
const FIGURES = {
  population: 2,
  gini_all_wallets: 0,
  gini: 0,
  hhi: 0,
  nakamoto: 0,
  top_10_holder_concentration: 0,
  theil: 0,
  top: { 10: 0, 50: 0, 100: 0 },
}
const record = (lorenz: Curve, merged: Curve): Pick<LocalDistribution, 'lorenz' | 'merged'> => ({ lorenz, merged: { ...FIGURES, lorenz: merged } })

const WALLETS: Curve = [
  [0, 0],
  [0.5, 0.1],
  [1, 1],
]
const OWNERS: Curve = [
  [0, 0],
  [0.25, 0.02],
  [1, 1],
]

describe('the Lorenz curves', () => {
  it('are interpolated between points', () => {
    const rows = lorenzRows(record(WALLETS, OWNERS))
    const quarter = rows.find(({ holders }) => holders === 0.25)
    expect([quarter?.wallets, quarter?.owners]).toEqual([expect.closeTo(0.05), expect.closeTo(0.02)])
    expect(rows.find(({ holders }) => holders === 0.75)?.wallets).toBeCloseTo(0.55)
    expect(rows.at(-1)).toEqual({ holders: 1, wallets: 1, owners: 1 })
  })

  it('share one axis with the points of both', () => {
    const { holders, wallets, owners } = curvePair(record(WALLETS, OWNERS))
    expect(holders).toEqual([0, 0.25, 0.5, 1])
    expect(wallets).toEqual([0, expect.closeTo(0.05), 0.1, 1])
    expect(owners).toEqual([0, 0.02, expect.closeTo(0.02 + 0.98 / 3), 1])
  })

  it('are a single curve if clusters change nothing', () => {
    expect(curvePair(record(WALLETS, WALLETS)).owners).toBeNull()
  })

  it('say that the smallest holders own little, not nothing', () => {
    expect([0, 1e-9, 0.5].map(curveShare)).toEqual(['<0.01 %', '<0.01 %', '50.0 %'])
  })

  it('say nothing about halves of one holder or owner', () => {
    const one: Curve = [
      [0, 0],
      [1, 1],
    ]
    expect(lorenzText({ ...record(one, one), population: 1 })).toBe('Only one holder is counted, so the curve says nothing.')
    expect(lorenzText({ lorenz: WALLETS, merged: { ...FIGURES, population: 1, lorenz: one }, population: 2 })).toBe(
      'The smaller half of holders owns 10.0 % of all holdings. With each cluster counted as one owner, there is only one owner.',
    )
    expect(lorenzText({ ...record(WALLETS, WALLETS), population: 2 })).toMatch(/owns 10\.0 % of all holdings\. Clusters do not change this\.$/)
    expect(lorenzText({ ...record(WALLETS, OWNERS), population: 4 })).toMatch(/counted as one owner, the smaller half owns 34\.7 %\.$/)
    expect(lorenzText({ lorenz: WALLETS, merged: null, population: 2 })).toMatch(/unknown whether clusters change this/)
  })

  it('are empty without holders', () => {
    expect(lorenzRows(record([], []))).toEqual([])
  })
})

it('measures of owners are those after merging, and unknown where the merged ones are', () => {
  const merged = { ...FIGURES, gini: 0.3, gini_all_wallets: 0.4, hhi: 0.5, nakamoto: 6, theil: 0.7, lorenz: [] }
  const owners = (record: object): unknown =>
    Object.fromEntries(
      measureRows({ ...FIGURES, lorenz: [], merged_unknown: null, series: [], ...record } as unknown as LocalDistribution, null, []).flatMap(
        ({ id, kind, owners: value }) => (kind === 'index' || id === 'nakamoto' ? [[id, value]] : []),
      ),
    )
  expect(owners({ merged })).toMatchObject({ gini: 0.3, 'gini-all': 0.4, hhi: 0.5, nakamoto: 6, theil: 0.7 })
  expect(owners({ merged: null })).toMatchObject({ gini: null, 'gini-all': null, hhi: null, nakamoto: null, theil: null })
})

it('measures are open as long as the API names them as unknown', () => {
  const whole = { ...FIGURES, lorenz: [], merged: null, merged_unknown: null, series: [] } as unknown as LocalDistribution
  const open = (unknown: readonly string[]): string[] => measureRows(whole, null, unknown).flatMap(({ id, isOpen }) => (isOpen ? [id] : []))
  expect(open([])).toEqual([])
  expect(open(['nakamoto'])).toEqual(['nakamoto'])
  expect(open(['gini', 'hhi', 'nakamoto'])).toEqual(['gini', 'gini-all', 'hhi', 'nakamoto', 'theil'])
  expect(open(['gini', 'hhi', 'nakamoto', 'top_10_holder_concentration'])).toEqual(['gini', 'gini-all', 'hhi', 'nakamoto', 'top10', 'theil'])
})
