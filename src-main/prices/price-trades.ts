import { toUnits } from '../../src-shared/domain/amount.ts'
import type { Address } from '../../src-shared/domain/address.ts'
import type { Trade, TradeLeg } from '../../src-shared/domain/events.ts'
import type { Quotes } from './quotes.ts'

/** The price of the native coin at a time, from a trade against a stablecoin or from the state of a pool. */
export interface NativePrice {
  readonly time: number
  readonly usd: number
  /** Transaction of the trade; null for the state of a pool. */
  readonly tx: string | null
}

/** A price further away in time is not used for a trade. */
export const NEARBY_SECONDS = 300
/** The prices nearest to a trade. Their median tolerates a bad pool. */
const MAX_PRICES = 5

/**
 * Adds USD values to trades: from a stablecoin in the same transaction, else from a price of the native coin near it in time, else null. A leg that
 * has a value keeps it. The venue's fee is valued with the leg in whose token it was charged.
 *
 * @param reference native prices in addition to those of the trades themselves
 */
export function priceTrades(trades: readonly Trade[], quotes: Quotes, reference: readonly NativePrice[]): Trade[] {
  const prices = [...reference, ...readNativePrices(trades, quotes)].sort((a, b) => a.time - b.time || a.usd - b.usd)
  const ofTransaction = Map.groupBy(prices, ({ tx }) => tx)
  const priced = new Map<Trade, Trade>()
  // The trades of a block share one time.
  const atTime = new Map([...new Set(trades.map(({ time }) => time))].map((time) => [time, medianNativePrice(prices, time)]))
  for (const [tx, legs] of Map.groupBy(trades, (trade) => trade.tx)) {
    const own = ofTransaction.get(tx)
    const inTransaction = new Map<Address, number>()
    for (const trade of legs) {
      const native = own === undefined ? (atTime.get(trade.time) ?? null) : medianNativePrice(own, trade.time)
      priced.set(trade, priceTrade(trade, quotes, native, inTransaction))
    }
    // By now, a token that a later leg of the route sold for dollars has a price.
    for (const trade of legs) priced.set(trade, priceTrade(priced.get(trade) ?? trade, quotes, null, inTransaction))
  }
  return trades.map((trade) => priced.get(trade) ?? trade)
}

/** Every trade of the native coin against a stablecoin, as a price. */
export function readNativePrices(trades: readonly Trade[], { stables, natives }: Quotes): NativePrice[] {
  return trades.flatMap(({ tokenIn, tokenOut, time, tx, confidence }) => {
    if (time === null || confidence === 'guess') return []
    const [native, stable] = natives.has(tokenIn.token) ? [tokenIn, tokenOut] : [tokenOut, tokenIn]
    if (!natives.has(native.token) || !stables.has(stable.token)) return []
    const [coins, dollars] = [toLegUnits(native), toLegUnits(stable)]
    return coins === null || dollars === null || coins === 0 || dollars === 0 ? [] : [{ time, usd: dollars / coins, tx }]
  })
}

function priceTrade(trade: Trade, quotes: Quotes, native: number | null, inTransaction: Map<Address, number>): Trade {
  const worth = (leg: TradeLeg): number | null => leg.usd ?? valueLeg(leg, quotes, native, inTransaction)
  const direct = [worth(trade.tokenIn), worth(trade.tokenOut)] as const
  const usdIn = direct[0] ?? direct[1]
  const usdOut = direct[1] ?? direct[0]
  if (usdIn === null || usdOut === null) return trade
  for (const [leg, usd] of [[trade.tokenIn, usdIn] as const, [trade.tokenOut, usdOut] as const]) {
    const amount = toLegUnits(leg)
    if (amount !== null && amount > 0 && !inTransaction.has(leg.token)) inTransaction.set(leg.token, usd / amount)
  }
  const tokenIn = { ...trade.tokenIn, usd: usdIn }
  const tokenOut = { ...trade.tokenOut, usd: usdOut }
  return { ...trade, feeUsd: trade.feeUsd ?? valueFee([tokenIn, tokenOut]), tokenIn, tokenOut }
}

/** Null if neither leg states a fee. */
function valueFee(legs: readonly (TradeLeg & { readonly usd: number })[]): number | null {
  const charged = legs.filter(({ venueFeeRaw, raw }) => venueFeeRaw !== undefined && raw > 0n)
  return charged.length === 0 ? null : charged.reduce((sum, { raw, usd, venueFeeRaw = 0n }) => sum + (usd * Number(venueFeeRaw)) / Number(raw), 0)
}

function valueLeg(leg: TradeLeg, { stables, natives }: Quotes, native: number | null, inTransaction: ReadonlyMap<Address, number>): number | null {
  const amount = toLegUnits(leg)
  if (amount === null) return null
  if (stables.has(leg.token)) return amount
  if (natives.has(leg.token) && native !== null) return amount * native
  const price = inTransaction.get(leg.token)
  return price === undefined ? null : amount * price
}

/** Median of the prices nearest in time. For an even count it is the lower middle, so it is a price that was paid. */
function medianNativePrice(prices: readonly NativePrice[], time: number | null): number | null {
  if (time === null) return null
  const nearest = prices
    .filter((price) => Math.abs(price.time - time) <= NEARBY_SECONDS)
    .sort((a, b) => Math.abs(a.time - time) - Math.abs(b.time - time) || a.time - b.time || a.usd - b.usd)
    .slice(0, MAX_PRICES)
    .map(({ usd }) => usd)
    .sort((a, b) => a - b)
  return nearest[Math.floor((nearest.length - 1) / 2)] ?? null
}

const toLegUnits = (leg: TradeLeg): number | null => (leg.decimals === null ? null : toUnits(leg.raw, leg.decimals))
