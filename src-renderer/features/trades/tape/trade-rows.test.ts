import { describe, expect, it } from 'vitest'
import { leg, trade } from '../testing/trade.fixture.ts'
import { createTradeReader } from './trade-rows.ts'

describe('trades from the side of a token', () => {
  it('are buys when the token comes out and sells when it goes in', () => {
    const read = createTradeReader('MINT')
    const sold = trade({ tx_signature: 'tx2', token_in: leg('MINT', 5), token_out: leg('SOL', 1, 150) })
    expect(read(trade({}))).toMatchObject({
      side: 'buy',
      amount: 1000,
      other: { address: 'SOL', amount: 2 },
      usd: 300,
      dex: 'raydium v4',
      time: 1_743_986_234,
    })
    expect(read(sold)).toMatchObject({ side: 'sell', amount: 5, other: { address: 'SOL', amount: 1 }, usd: 150 })
  })

  it('have no side if the token is on both or neither', () => {
    expect(createTradeReader('OTHER')(trade({ token_in: leg('MINT', 1) })).side).toBe('route')
    expect(createTradeReader('MINT')(trade({ token_in: leg('MINT', 1) })).side).toBe('route')
  })
})

describe('the id of a trade', () => {
  it('is the same from the stream and from a page, even for identical legs', () => {
    const legs = [trade({}), trade({ token_out: leg('MINT', 7) }), trade({})]
    const live = createTradeReader('MINT')
    const page = createTradeReader('MINT')
    const ids = legs.map((each) => live(each).id)
    expect(new Set(ids).size).toBe(3)
    expect(
      legs
        .toReversed()
        .map((each) => page(each).id)
        .sort(),
    ).toEqual(ids.toSorted())
  })
})
