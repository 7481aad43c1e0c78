import type { TradeRow } from './trade-rows.ts'

/** Price and volume of one span of time. */
export interface Candle {
  /** Start, Unix seconds. */
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** Token units bought and sold. */
  readonly bought: number
  readonly sold: number
  readonly trades: number
}

export interface Candles {
  /** What the price is in: US dollars, or the address of the token that most trades were against. */
  readonly quote: string
  readonly seconds: number
  readonly candles: readonly Candle[]
  /** Trades left out: no price in this quote, no time, or no side. */
  readonly left: number
}

export const USD = 'usd'

/** Spans as a person reads them, seconds. */
const SPANS = [1, 5, 15, 30, 60, 300, 900, 1_800, 3_600, 4 * 3_600, 12 * 3_600, 86_400, 7 * 86_400, 30 * 86_400, 365 * 86_400]
const MOST_CANDLES = 120

/** Candles of the loaded trades, newest first as the tape has them; null when no trade has a price. */
export function candlesOf(rows: readonly TradeRow[]): Candles | null {
  const quote = quoteOf(rows)
  if (quote === null) return null
  const priced = rows.flatMap((row) => {
    const price = priceOf(row, quote)
    return price === null || row.time === null ? [] : [{ row, price, time: row.time }]
  })
  const newest = priced[0]
  const oldest = priced.at(-1)
  if (newest === undefined || oldest === undefined) return null
  const span = newest.time - oldest.time
  const seconds = SPANS.find((each) => span / each <= MOST_CANDLES) ?? Math.ceil(span / MOST_CANDLES)
  const candles: Candle[] = []
  for (const { row, price, time } of priced.toReversed()) {
    const start = Math.floor(time / seconds) * seconds
    const last = candles.at(-1)
    if (last === undefined || last.time < start)
      candles.push(grown({ time: start, open: price, high: price, low: price, close: price, bought: 0, sold: 0, trades: 0 }, row, price))
    else candles[candles.length - 1] = grown(last, row, price)
  }
  return { quote, seconds, candles, left: rows.length - priced.length }
}

function grown(candle: Candle, row: TradeRow, price: number): Candle {
  return {
    ...candle,
    high: Math.max(candle.high, price),
    low: Math.min(candle.low, price),
    close: price,
    bought: candle.bought + (row.side === 'buy' ? row.amount : 0),
    sold: candle.sold + (row.side === 'sell' ? row.amount : 0),
    trades: candle.trades + 1,
  }
}

/** Dollars where at least half of the trades have them, else the other token that is met most. */
function quoteOf(rows: readonly TradeRow[]): string | null {
  const sided = rows.filter((row) => row.side !== 'route' && row.amount > 0)
  if (sided.length === 0) return null
  if (sided.filter((row) => row.usd !== null).length * 2 >= sided.length) return USD
  const met = new Map<string, number>()
  for (const { other } of sided) met.set(other.address, (met.get(other.address) ?? 0) + 1)
  return [...met].reduce((most, each) => (each[1] > most[1] ? each : most))[0]
}

/** What one token cost in this trade; null where the trade cannot tell. */
export function priceOf(row: TradeRow, quote: string): number | null {
  if (row.side === 'route' || row.amount <= 0) return null
  if (quote === USD) return row.usd === null ? null : row.usd / row.amount
  return row.other.address === quote ? row.other.amount / row.amount : null
}
