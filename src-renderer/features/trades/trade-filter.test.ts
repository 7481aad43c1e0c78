import { describe, expect, it } from 'vitest'
import { leg, trade } from './trade.fixture.ts'
import { NO_FILTER, passesOf, readAmount, type TradeFilter } from './trade-filter.ts'
import { tradeReader } from './trade-rows.ts'
import { classesOf } from './wallet-classes.ts'

const read = tradeReader('MINT')
const ROWS = [
  trade({ tx_signature: 'small', token_in: leg('SOL', 1, 20), token_out: leg('MINT', 10) }),
  trade({ tx_signature: 'large', signer: 'maker', token_in: leg('MINT', 900), token_out: leg('SOL', 90, 1_800) }),
  trade({ tx_signature: 'unpriced', signer: 'other', dex: 'orca', token_in: leg('CAT', 1), token_out: leg('MINT', 5_000) }),
].map(read)
const found = (over: Partial<TradeFilter>): string[] =>
  ROWS.filter(passesOf({ ...NO_FILTER, ...over }, classesOf('maker', null, null)) ?? (() => true)).map(({ tx }) => tx)

describe('the filter of trades', () => {
  it('says that it lets everything through, so that nobody asks row by row', () => {
    expect(passesOf(NO_FILTER, new Map())).toBeNull()
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
