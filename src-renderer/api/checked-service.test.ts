import { expect, it } from 'vitest'
import { ROUTES } from '../../src-shared/contract/routes.ts'
import { STREAMS } from '../../src-shared/contract/streams.ts'
import { parseAnswer, parseData } from './checked-service.ts'
import { ROUTE_DATA, SHAPES, STREAM_SHAPES } from './contract.data.ts'

const OVERVIEW = { cluster_pct: 3, snipers_pct: 0, bundlers_pct: 0, dev_pct: 0, insiders_pct: 0, top10_pct: 41.5 }

it('takes an answer that matches its route and no other', async () => {
  expect(await parseAnswer('overview', OVERVIEW)).toEqual(OVERVIEW)
  expect(await parseAnswer('overview', { cluster_pct: 'many' })).toBeUndefined()
  expect(await parseAnswer('docs', '<html>')).toBeUndefined()
})

it('leaves fields that the contract does not have out of an answer', async () => {
  expect(await parseAnswer('overview', { ...OVERVIEW, later: 1 })).toEqual(OVERVIEW)
})

it('takes data that matches its stream and no other', async () => {
  expect(parseData('snipers', { snipers_pct: 2 })).toEqual({ snipers_pct: 2 })
  expect(await parseData('snipers', { snipers_pct: 2, later: 1 })).toEqual({ snipers_pct: 2 })
  expect(await parseData('snipers', { snipers_pct: 'many' })).toBeUndefined()
  expect(parseData('toString', {})).toBeUndefined()
})

it('names every route and stream', () => {
  expect(Object.keys(ROUTE_DATA)).toEqual(Object.keys(ROUTES))
  expect(Object.keys(STREAM_SHAPES)).toEqual(Object.keys(STREAMS))
})

it('consists of values of JSON, as the build writes it', () => {
  const data = { ROUTE_DATA, SHAPES, STREAM_SHAPES }
  expect(JSON.parse(JSON.stringify(data))).toStrictEqual(data)
})
