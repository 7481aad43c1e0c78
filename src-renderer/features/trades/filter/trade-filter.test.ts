import { describe, expect, it } from 'vitest'
import { leg, trade } from '../testing/trade.fixture.ts'
import { NO_FILTER, createPredicate, parseAmount, type TradeFilter } from './trade-filter.ts'
import { createTradeReader } from '../tape/trade-rows.ts'
import { assignRoles } from '../wallet-roles.ts'

const read = createTradeReader('MINT')
const ROWS = [
  trade({ tx_signature: 'small', token_in: leg('SOL', 1, 20), token_out: leg('MINT', 10) }),
  trade({ tx_signature: 'large', signer: 'maker', token_in: leg('MINT', 900), token_out: leg('SOL', 90, 1_800) }),
  trade({ tx_signature: 'unpriced', signer: 'other', dex: 'orca', token_in: leg('CAT', 1), token_out: leg('MINT', 5_000) }),
].map(read)
const found = (over: Partial<TradeFilter>): string[] =>
  ROWS.filter(createPredicate({ ...NO_FILTER, ...over }, assignRoles('maker', null, null)) ?? (() => true)).map(({ tx }) => tx)

describe('the trade filter', () => {
  it('has no predicate if it is empty', () => {
    expect(createPredicate(NO_FILTER, new Map())).toBeNull()
  })

  it('filters by side, value, venue, wallet and role', () => {
    expect(found({ side: 'sell' })).toEqual(['large'])
    expect(found({ minimum: 100, minimumIn: 'usd' })).toEqual(['large'])
    expect(found({ minimum: 100, minimumIn: 'amount' })).toEqual(['large', 'unpriced'])
    expect(found({ excludedVenues: new Set(['raydium v4']) })).toEqual(['unpriced'])
    expect(found({ text: 'OTHER' })).toEqual(['unpriced'])
    expect(found({ text: '.*' })).toEqual([])
    expect(found({ text: '[(\\' })).toEqual([])
    expect(found({ roles: new Set(['creator']) })).toEqual(['large'])
  })

  it.each([
    ['', null],
    ['1,000', 1_000],
    ['2.5k', 2_500],
    ['1M', 1e6],
    ['-3', undefined],
    ['many', undefined],
  ])('reads %j as %s', (text, value) => {
    expect(parseAmount(text)).toBe(value)
  })
})
