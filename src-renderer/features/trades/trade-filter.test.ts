import { describe, expect, it } from 'vitest'
import { leg, trade } from './trade.fixture.ts'
import { NO_FILTER, passesOf, readAmount, rememberingFilter, type TradeFilter } from './trade-filter.ts'
import { tradeReader } from './trade-rows.ts'
import { classesOf } from './wallet-classes.ts'

const read = tradeReader('MINT')
const ROWS = [
  trade({ tx_signature: 'small', token_in: leg('SOL', 1, 20), token_out: leg('MINT', 10) }),
  trade({ tx_signature: 'large', signer: 'maker', token_in: leg('MINT', 900), token_out: leg('SOL', 90, 1_800) }),
  trade({ tx_signature: 'unpriced', signer: 'other', dex: 'orca', token_in: leg('CAT', 1), token_out: leg('MINT', 5_000) }),
].map(read)
const found = (over: Partial<TradeFilter>): string[] =>
  rememberingFilter()(ROWS, passesOf({ ...NO_FILTER, ...over }, classesOf('maker', null, null))).map(({ tx }) => tx)

describe('the filter of trades', () => {
  it('lets everything through without copying', () => {
    expect(rememberingFilter()(ROWS, passesOf(NO_FILTER, new Map()))).toBe(ROWS)
  })

  it('knows side, value, venue, wallet and class', () => {
    expect(found({ side: 'sell' })).toEqual(['large'])
    expect(found({ least: 100, in: 'usd' })).toEqual(['large'])
    expect(found({ least: 100, in: 'amount' })).toEqual(['large', 'unpriced'])
    expect(found({ without: new Set(['raydium v4']) })).toEqual(['unpriced'])
    expect(found({ text: 'OTHER' })).toEqual(['unpriced'])
    expect(found({ text: '.*' })).toEqual([])
    expect(found({ text: '[(\\' })).toEqual([])
    expect(found({ classes: new Set(['creator']) })).toEqual(['large'])
  })

  it('looks only at what joined at either end, and gives what a filter of the whole would give', () => {
    const all = Array.from({ length: 40 }, (_, i) => read(trade({ tx_signature: `tx ${i}`, block: 100 - i, signer: `wallet ${i % 3}` })))
    let asked = 0
    const passes = (row: (typeof all)[number]): boolean => {
      asked += 1
      return row.signer === 'wallet 1'
    }
    const filter = rememberingFilter()
    const steps: readonly (readonly [rows: typeof all, asked: number, why: string])[] = [
      [all.slice(10, 20), 10, 'the first rows'],
      [all.slice(5, 20), 5, 'some on top'],
      [all.slice(5, 30), 10, 'some at the bottom'],
      [[...all.slice(5, 10), ...all.slice(12, 30)], 23, 'rows went in between'],
      [all.slice(5, 30), 25, 'rows came in between'],
      [all.slice(0, 40), 40, 'rows at both ends'],
      [all.slice(30), 10, 'most went'],
      [[], 0, 'all went'],
      [all.slice(0, 3), 3, 'and others came'],
    ]
    for (const [rows, count, why] of steps) {
      asked = 0
      expect(filter(rows, passes), why).toEqual(rows.filter(({ signer }) => signer === 'wallet 1'))
      expect(asked, why).toBe(count)
    }
    const before = filter(all.slice(1), passes)
    expect(filter(all, passes)).toBe(before)
  })

  it.each([
    ['', null],
    ['1,000', 1_000],
    ['2.5k', 2_500],
    ['1M', 1e6],
    ['-3', undefined],
    ['many', undefined],
  ])('reads %j as %s', (text, value) => {
    expect(readAmount(text)).toBe(value)
  })
})
