import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NATIVE, type TradeFact, type TradeLeg } from '../../../src-shared/domain/events.ts'
import { OTHER_TOKEN, sampleToken, sampleTrade, TOKEN, wallet } from '../../store/testing/samples.ts'
import type { FactIndex } from '../fact-index.ts'
import { indexPrices } from './prices.ts'

const WRAPPED = wallet(0xee)

/** An index over only these trades, with empty state. */
function indexOf(trades: readonly TradeFact[]): FactIndex {
  const accumulate = <State, Row>(
    _name: string,
    _keys: unknown,
    rows: readonly Row[],
    start: () => State,
    add: (state: State, row: Row) => void,
  ): State => {
    const state = start()
    for (const row of rows) add(state, row)
    return state
  }
  const facts = { token: sampleToken({ decimals: 1 }), nativeTokens: new Set([WRAPPED]) }
  return { facts, flows: { trades }, state: { accumulate } } as unknown as FactIndex
}

const leg = (token: TradeLeg['token'], raw: number, usd: number | null, decimals: number | null): TradeLeg => ({
  token,
  raw: BigInt(raw),
  decimals,
  usd,
})
interface Deal {
  readonly time: number | null
  /** Tenths of the token, and hundredths of the paid coin. */
  readonly raw: number
  readonly paid: number
  readonly usd: number | null
  readonly coin: TradeLeg['token']
  readonly isSale: boolean
}
const tradeOf = ({ time, raw, paid, usd, coin, isSale }: Deal): TradeFact => {
  const [own, other] = [leg(TOKEN.address, raw, usd, 1), leg(coin, paid, null, 2)]
  return sampleTrade({ time: time as number, tokenIn: isSale ? own : other, tokenOut: isSale ? other : own })
}
const deal: fc.Arbitrary<Deal> = fc.record({
  time: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 6 }) }, { weight: 1, arbitrary: fc.constant(null) }),
  raw: fc.integer({ min: 0, max: 20 }),
  paid: fc.integer({ min: 1, max: 500 }),
  usd: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 90 })),
  coin: fc.constantFrom(NATIVE, WRAPPED, OTHER_TOKEN.address),
  isSale: fc.boolean(),
})

it('the price at a time is the highest of the newest second up to it, in whatever order the trades come', () => {
  fc.assert(
    fc.property(fc.array(deal, { maxLength: 12 }), (deals) => {
      const usable = deals.filter(({ time, raw }) => time !== null && raw > 0)
      const priceAt = (time: number, price: (one: Deal) => number | null): number | null => {
        const known = usable.flatMap((one) => ((one.time ?? 0) > time || price(one) === null ? [] : [{ at: one.time ?? 0, price: price(one) ?? 0 }]))
        const newest = Math.max(...known.map(({ at }) => at))
        return known.length === 0 ? null : Math.max(...known.filter(({ at }) => at === newest).map((one) => one.price))
      }
      const inNative = ({ coin, paid, raw }: Deal): number | null => (coin === OTHER_TOKEN.address ? null : paid / 100 / (raw / 10))
      const inDollars = ({ usd, raw }: Deal): number | null => (usd === null ? null : usd / (raw / 10))
      const prices = indexPrices(indexOf(deals.map(tradeOf)))
      for (let time = 0; time <= 7; time++) {
        expect([prices.nativePerToken(time), prices.usdPerTokenAt(time)]).toEqual([priceAt(time, inNative), priceAt(time, inDollars)])
      }
      const newest = usable.filter(
        (one) => one.usd !== null && one.time === Math.max(...usable.map(({ usd, time }) => (usd === null ? 0 : (time ?? 0)))),
      )
      expect(prices.usdPerToken).toBe(newest.length === 0 ? null : Math.min(...newest.map((one) => inDollars(one) ?? 0)))
    }),
    { numRuns: 60 },
  )
})

it('a coin of unknown decimals has no price', () => {
  const trade = sampleTrade({ tokenIn: leg(NATIVE, 5, null, null), tokenOut: leg(TOKEN.address, 5, null, 1) })
  expect(indexPrices(indexOf([trade])).nativePerToken(2 ** 40)).toBeNull()
})
