import { describe, expect, it } from 'vitest'
import { trustedAddress } from '../../src-shared/domain/address.ts'
import type { TradeFact } from '../../src-shared/domain/events.ts'
import type { TokenFacts } from '../detectors/facts.ts'
import { amountIn, mostTraded, newestPriceIn, otherTokenOf } from './other-coin.ts'

const [OWN, USD, EUR] = [trustedAddress('token'), trustedAddress('usd'), trustedAddress('eur')]

/** A trade of the token with 2 decimals against a coin with 3. */
function trade(
  raw: bigint,
  coin: bigint,
  more: { isSale?: boolean; of?: typeof USD; time?: number | null; decimals?: number | null } = {},
): TradeFact {
  const { isSale = false, of = USD, time = 1, decimals = 3 } = more
  const [own, other] = [
    { token: OWN, raw, decimals: 2, usd: null },
    { token: of, raw: coin, decimals, usd: null },
  ]
  return { time, ...(isSale ? { tokenIn: own, tokenOut: other } : { tokenIn: other, tokenOut: own }) } as unknown as TradeFact
}
const facts = (...trades: TradeFact[]): TokenFacts => ({ token: { address: OWN, decimals: 2 }, trades }) as unknown as TokenFacts

describe('trades against another coin', () => {
  it('are of one coin, or of none if there are several', () => {
    expect(otherTokenOf(facts(), [trade(1n, 1n), trade(1n, 1n, { isSale: true })])).toBe(USD)
    expect(otherTokenOf(facts(), [trade(1n, 1n), trade(1n, 1n, { of: EUR })])).toBeNull()
    expect(otherTokenOf(facts(), [])).toBeNull()
    expect(mostTraded([USD, null, EUR, USD])).toBe(USD)
    expect(mostTraded([USD, EUR])).toBe(EUR)
    expect(mostTraded([null])).toBeNull()
  })

  it('sum what they paid or brought, if all are known', () => {
    expect(amountIn(facts(), USD, [trade(1n, 1_500n), trade(9n, 500n, { isSale: true })])).toBe(2)
    expect(amountIn(facts(), EUR, [trade(1n, 1_500n)])).toBeNull()
    expect(amountIn(facts(), USD, [trade(1n, 1_500n), trade(1n, 1n, { decimals: null })])).toBeNull()
  })

  it('give the price of the newest, and of several at once the lowest', () => {
    expect(newestPriceIn(facts(trade(100n, 2_000n, { time: 2 }), trade(400n, 4_000n, { time: 2 }), trade(100n, 9_000n)), USD)).toBe(1)
    expect(newestPriceIn(facts(trade(100n, 500n), trade(100n, 3_000n, { time: 2, isSale: true })), USD)).toBe(3)
  })

  it('give no price without a time, an amount or decimals', () => {
    const open = [{ time: null }, { decimals: null }, { of: EUR }].map((more) => trade(100n, 500n, more))
    expect(newestPriceIn(facts(...open, trade(0n, 500n)), USD)).toBeNull()
    expect(newestPriceIn(facts(trade(100n, 500n), ...open.slice(1), trade(0n, 1n, { time: 9 })), USD)).toBe(0.5)
  })
})
