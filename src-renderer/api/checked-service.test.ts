import { expect, it } from 'vitest'
import { parseAnswer, parseData } from './checked-service.ts'

const OVERVIEW = { cluster_pct: 3, snipers_pct: 0, bundlers_pct: 0, dev_pct: 0, insiders_pct: 0, top10_pct: 41.5 }

it('takes an answer that matches its route and no other', () => {
  expect(parseAnswer('overview', OVERVIEW)).toEqual(OVERVIEW)
  expect(parseAnswer('overview', { cluster_pct: 'many' })).toBeUndefined()
  expect(parseAnswer('docs', '<html>')).toBeUndefined()
})

it('takes data that matches its stream and no other', () => {
  expect(parseData('snipers', { snipers_pct: 2 })).toEqual({ snipers_pct: 2 })
  expect(parseData('snipers', { snipers_pct: 'many' })).toBeUndefined()
  expect(parseData('toString', {})).toBeUndefined()
})
