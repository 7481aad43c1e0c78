import { expect, it } from 'vitest'
import { originOf } from './origin.ts'

const value = { cluster_pct: 20, snipers_pct: 0, bundlers_pct: 3, insiders_pct: 4, dev_pct: 5, top10_pct: 60 }

it('adds the creator to the insiders', () => {
  expect(originOf({ value, unknown: [] })).toEqual({ clusterPct: 20, bundlersPct: 3, insidersPct: 9, snipersPct: 0 })
})

it('takes no number that is not known, as before a read has brought the facts', () => {
  expect(originOf({ value, unknown: ['snipers_pct', 'dev_pct'] })).toEqual({ clusterPct: 20, bundlersPct: 3, insidersPct: null, snipersPct: null })
  expect(originOf(null)).toEqual({ clusterPct: null, bundlersPct: null, insidersPct: null, snipersPct: null })
})
