import type { TradeRow } from '../tape/trade-rows.ts'

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
  /** Unit of the price: USD, or the address of the most common quote token. */
  readonly quote: string
  readonly seconds: number
  readonly candles: readonly Candle[]
  /** Trades without a price in this quote, a time or a side. */
  readonly skipped: number
}

export const USD = 'usd'

/** Candle spans in seconds. */
const SPANS = [1, 5, 15, 30, 60, 300, 900, 1_800, 3_600, 4 * 3_600, 12 * 3_600, 86_400, 7 * 86_400, 30 * 86_400, 365 * 86_400]
const MAX_CANDLES = 120
/** More candles would be narrower than a pixel. A chosen span that gives more is widened. */
const MAX_CHOSEN_CANDLES = 1_000
/** Candle spans to choose from, in seconds. */
export const CHOICES = [60, 300, 900, 3_600, 4 * 3_600, 86_400] as const

/** Rows processed between yields. */
const BATCH_ROWS = 1_000

/**
 * Builds candles from the loaded trades (newest first), of `chosen` seconds or of a span chosen automatically; null if no trade has a price. Yields
 * between batches of up to 100,000 rows, so that input can run, and allocates per candle only.
 */
export function* buildCandles(rows: readonly TradeRow[], chosen: number | null): Generator<void, Candles | null> {
  const quote = yield* chooseQuote(rows)
  if (quote === null) return null
  const isPriced = (row: TradeRow): boolean => row.time !== null && tradePrice(row, quote) !== null
  const [newest, oldest] = [rows.find(isPriced)?.time ?? null, rows.findLast(isPriced)?.time ?? null]
  if (newest === null || oldest === null) return null
  const span = newest - oldest
  const most = chosen === null ? MAX_CANDLES : MAX_CHOSEN_CANDLES
  const seconds = SPANS.find((each) => each >= (chosen ?? 0) && span / each <= most) ?? Math.ceil(span / most)
  const candles: MutableCandle[] = []
  let left = 0
  for (let at = rows.length - 1; at >= 0; at--) {
    if (at % BATCH_ROWS === 0) yield
    const row = rows[at]
    const traded = row?.time ?? null
    const price = row === undefined ? null : tradePrice(row, quote)
    if (row === undefined || traded === null || price === null) {
      left++
      continue
    }
    const time = Math.floor(traded / seconds) * seconds
    const last = candles.at(-1)
    if (last !== undefined && last.time >= time) addToCandle(last, row, price)
    else candles.push(addToCandle({ time, open: price, high: price, low: price, close: price, bought: 0, sold: 0, trades: 0 }, row, price))
  }
  return { quote, seconds, candles, skipped: left }
}

type MutableCandle = { -readonly [Part in keyof Candle]: Candle[Part] }

function addToCandle(candle: MutableCandle, row: TradeRow, price: number): MutableCandle {
  candle.high = Math.max(candle.high, price)
  candle.low = Math.min(candle.low, price)
  candle.close = price
  if (row.side === 'buy') candle.bought += row.amount
  if (row.side === 'sell') candle.sold += row.amount
  candle.trades++
  return candle
}

/** USD if at least half of the trades have it, else the most common quote token. */
function* chooseQuote(rows: readonly TradeRow[]): Generator<void, string | null> {
  let [sided, inDollars] = [0, 0]
  const counts = new Map<string, number>()
  for (const [at, { side, amount, usd, other }] of rows.entries()) {
    if (at % BATCH_ROWS === 0) yield
    if (side === 'route' || amount <= 0) continue
    sided++
    if (usd !== null) inDollars++
    counts.set(other.address, (counts.get(other.address) ?? 0) + 1)
  }
  if (sided === 0) return null
  return inDollars * 2 >= sided ? USD : [...counts].reduce((most, each) => (each[1] > most[1] ? each : most))[0]
}

/** Price of one token in this trade; null if unknown. */
export function tradePrice(row: TradeRow, quote: string): number | null {
  if (row.side === 'route' || row.amount <= 0) return null
  if (quote === USD) return row.usd === null ? null : row.usd / row.amount
  return row.other.address === quote ? row.other.amount / row.amount : null
}
