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

/** Rows looked at between two looks at the clock. */
const STRIDE = 1_000

/**
 * Candles of the loaded trades, newest first as the tape has them; null when no trade has a price. Of a hundred thousand rows in
 * pieces, so that a key may come between: nothing is made for a row but the candle it opens.
 */
export function* candlesOf(rows: readonly TradeRow[]): Generator<void, Candles | null> {
  const quote = yield* quoteOf(rows)
  if (quote === null) return null
  const isPriced = (row: TradeRow): boolean => row.time !== null && priceOf(row, quote) !== null
  const [newest, oldest] = [rows.find(isPriced)?.time ?? null, rows.findLast(isPriced)?.time ?? null]
  if (newest === null || oldest === null) return null
  const span = newest - oldest
  const seconds = SPANS.find((each) => span / each <= MOST_CANDLES) ?? Math.ceil(span / MOST_CANDLES)
  const candles: Growing[] = []
  let left = 0
  for (let at = rows.length - 1; at >= 0; at--) {
    if (at % STRIDE === 0) yield
    const row = rows[at]
    const traded = row?.time ?? null
    const price = row === undefined ? null : priceOf(row, quote)
    if (row === undefined || traded === null || price === null) {
      left++
      continue
    }
    const time = Math.floor(traded / seconds) * seconds
    const last = candles.at(-1)
    if (last !== undefined && last.time >= time) grow(last, row, price)
    else candles.push(grow({ time, open: price, high: price, low: price, close: price, bought: 0, sold: 0, trades: 0 }, row, price))
  }
  return { quote, seconds, candles, left }
}

type Growing = { -readonly [Part in keyof Candle]: Candle[Part] }

function grow(candle: Growing, row: TradeRow, price: number): Growing {
  candle.high = Math.max(candle.high, price)
  candle.low = Math.min(candle.low, price)
  candle.close = price
  if (row.side === 'buy') candle.bought += row.amount
  if (row.side === 'sell') candle.sold += row.amount
  candle.trades++
  return candle
}

/** Dollars where at least half of the trades have them, else the other token that is met most. */
function* quoteOf(rows: readonly TradeRow[]): Generator<void, string | null> {
  let [sided, inDollars] = [0, 0]
  const met = new Map<string, number>()
  for (const [at, { side, amount, usd, other }] of rows.entries()) {
    if (at % STRIDE === 0) yield
    if (side === 'route' || amount <= 0) continue
    sided++
    if (usd !== null) inDollars++
    met.set(other.address, (met.get(other.address) ?? 0) + 1)
  }
  if (sided === 0) return null
  return inDollars * 2 >= sided ? USD : [...met].reduce((most, each) => (each[1] > most[1] ? each : most))[0]
}

/** What one token cost in this trade; null where the trade cannot tell. */
export function priceOf(row: TradeRow, quote: string): number | null {
  if (row.side === 'route' || row.amount <= 0) return null
  if (quote === USD) return row.usd === null ? null : row.usd / row.amount
  return row.other.address === quote ? row.other.amount / row.amount : null
}
