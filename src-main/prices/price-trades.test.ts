import { describe, expect, it } from 'vitest'
import { trustedAddress } from '../../src-shared/domain/address.ts'
import type { Trade, TradeLeg } from '../../src-shared/domain/events.ts'
import { priceTrades, type NativePrice } from './price-trades.ts'
import { getQuotes } from './quotes.ts'

const quotes = getQuotes('sol')
const SOL = 'So11111111111111111111111111111111111111112'
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const COIN = 'ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82'
const OTHER = 'C29ebrgYjYoJPMGPnPSGY1q3mMGk4iDSqnQeQQA7moon'

const leg = (token: string, raw: bigint, decimals: number | null): TradeLeg => ({ token: trustedAddress(token), raw, decimals, usd: null })
const coins = (amount: number) => leg(COIN, BigInt(amount) * 10n ** 6n, 6)
const sol = (amount: number) => leg(SOL, BigInt(Math.round(amount * 1e9)), 9)
const usdc = (amount: number) => leg(USDC, BigInt(Math.round(amount * 1e6)), 6)

const trade = (tx: string, tokenIn: TradeLeg, tokenOut: TradeLeg, changes: Partial<Trade> = {}): Trade => ({
  kind: 'trade',
  network: 'sol',
  position: { block: 1, tx: 0, event: 0 },
  time: 1_700_000_000,
  tx,
  dex: 'raydium',
  dexVersion: 'v4',
  signer: trustedAddress(COIN),
  receiver: null,
  pool: null,
  tokenIn,
  tokenOut,
  feeUsd: null,
  leg: 0,
  source: 'event',
  confidence: 'sure',
  ...changes,
})
const values = (trades: readonly Trade[], reference: readonly NativePrice[] = []) =>
  priceTrades(trades, quotes, reference).map(({ tokenIn, tokenOut }) => [tokenIn.usd, tokenOut.usd])
const solAt = (usd: number, time = 1_700_000_000): NativePrice => ({ time, usd, tx: `at ${time}` })

describe('the value of a trade', () => {
  it('comes from a stablecoin in the trade, on both sides', () => {
    expect(values([trade('a', coins(10), usdc(25.5))])).toEqual([[25.5, 25.5]])
  })

  it('follows the native coin, with a price of the same transaction before any nearby', () => {
    const routed = [trade('a', usdc(300), sol(2)), trade('a', sol(2), coins(50), { leg: 1 })]
    expect(values(routed, [solAt(99)])).toEqual([
      [300, 300],
      [300, 300],
    ])
    expect(values([trade('b', sol(2), coins(50))], [solAt(99)])).toEqual([[198, 198]])
  })

  it('is the median of the nearest prices, so one bad pool does not matter', () => {
    expect(values([trade('a', sol(1), coins(5))], [solAt(100), solAt(101), solAt(9_000_000)])).toEqual([[101, 101]])
  })

  it('passes through a token that a later leg of the route sells for dollars', () => {
    const routed = [trade('a', coins(10), leg(OTHER, 4n, 0)), trade('a', leg(OTHER, 4n, 0), usdc(8), { leg: 1 })]
    expect(values(routed)).toEqual([
      [8, 8],
      [8, 8],
    ])
  })

  it('is unknown without a price nearby in time, without a time, and without decimals', () => {
    expect(values([trade('a', sol(1), coins(5))])).toEqual([[null, null]])
    expect(values([trade('a', sol(1), coins(5))], [solAt(100, 1_700_000_000 - 301)])).toEqual([[null, null]])
    expect(values([trade('a', sol(1), coins(5), { time: null })], [solAt(100)])).toEqual([[null, null]])
    expect(values([trade('a', leg(USDC, 5n, null), coins(5))])).toEqual([[null, null]])
  })

  it('is not taken from a trade that is only a guess', () => {
    const guess = trade('a', sol(1), usdc(1), { confidence: 'guess' })
    expect(values([guess, trade('b', sol(1), coins(5))])).toEqual([
      [1, 1],
      [null, null],
    ])
  })

  it('keeps a value of the source, and does not depend on the order of the trades', () => {
    const valued = trade('a', { ...sol(1), usd: 140 }, coins(5))
    expect(values([valued], [solAt(100)])).toEqual([[140, 140]])
    const some = [trade('a', usdc(300), sol(2)), trade('b', sol(2), coins(50)), trade('c', coins(1), sol(1))]
    expect(values([...some].reverse()).reverse()).toEqual(values(some))
  })
})

describe('the fee of the venue', () => {
  const fee = (one: Trade, reference = [solAt(100)]): number | null => priceTrades([one], quotes, reference)[0]?.feeUsd ?? null
  const charged = (side: TradeLeg, venueFeeRaw: bigint): TradeLeg => ({ ...side, venueFeeRaw })

  it('has the value of the leg in whose token it was charged, and of both where both were', () => {
    expect(fee(trade('a', charged(sol(2), 6_000_000n), coins(50)))).toBeCloseTo(0.6, 9)
    expect(fee(trade('a', charged(coins(50), 500_000n), sol(2)))).toBeCloseTo(2, 9)
    expect(fee(trade('a', charged(sol(2), 6_000_000n), charged(coins(50), 500_000n)))).toBeCloseTo(2.6, 9)
  })

  it('is zero where nothing was charged, and unknown without a value or where no leg states it', () => {
    expect(fee(trade('a', charged(sol(2), 0n), coins(50)))).toBe(0)
    expect(fee(trade('a', sol(2), coins(50)))).toBeNull()
    expect(fee(trade('a', charged(sol(2), 6_000_000n), coins(50)), [])).toBeNull()
  })

  it('is kept where it is stated', () => expect(fee(trade('a', sol(2), coins(50), { feeUsd: 1 }))).toBe(1))
})
