import { toUnits } from '../../../src-shared/domain/amount.ts'
import { NATIVE, type TradeFact, type TradeLeg } from '../../../src-shared/domain/events.ts'
import { lowerBound } from '../math/order.ts'
import type { FactIndex } from '../fact-index.ts'

/** Prices from the token's own stored trades; null if no trade has one. */
export interface PriceIndex {
  /** From the newest trade with a value in USD. */
  readonly usdPerToken: number | null
  /** From the newest trade against native coin at or before a time. */
  nativePerToken(time: number): number | null
  /** From the newest trade with a value in USD at or before a time. */
  usdPerTokenAt(time: number): number | null
}

interface PricePoint {
  readonly time: number
  readonly price: number
}

/** The later of two points. At equal times the lower price, so the result does not depend on row order. */
function newer(before: PricePoint | null, point: PricePoint): PricePoint {
  if (before === null || point.time !== before.time) return before === null || point.time > before.time ? point : before
  return point.price < before.price ? point : before
}

export function indexPrices({ facts, flows, state }: FactIndex): PriceIndex {
  const { address, decimals } = facts.token
  const isNative = (leg: TradeLeg): boolean => leg.token === NATIVE || facts.nativeTokens.has(leg.token)
  const prices = state.accumulate<Prices, TradeFact>(
    'prices',
    [facts.nativeTokens, decimals],
    flows.trades,
    () => ({ usd: null, native: newSeries(), dollars: newSeries() }),
    (state, { time, tokenIn, tokenOut }) => {
      const [own, other] = tokenIn.token === address ? [tokenIn, tokenOut] : [tokenOut, tokenIn]
      if (time === null || own.token !== address || own.raw <= 0n) return
      const tokens = toUnits(own.raw, decimals)
      if (own.usd !== null) {
        const point = { time, price: own.usd / tokens }
        state.usd = newer(state.usd, point)
        addPoint(state.dollars, point)
      }
      if (isNative(other) && other.decimals !== null) addPoint(state.native, { time, price: toUnits(other.raw, other.decimals) / tokens })
    },
  )
  return {
    usdPerToken: prices.usd?.price ?? null,
    nativePerToken: (time) => priceAt(prices.native, time),
    usdPerTokenAt: (time) => priceAt(prices.dollars, time),
  }
}

interface Prices {
  usd: PricePoint | null
  readonly native: Series
  readonly dollars: Series
}

/** The highest price of each second, oldest first. Trades of a busy token share seconds, so the series stays short. */
interface Series {
  readonly times: number[]
  readonly prices: number[]
  /** False once a trade is older than its predecessor. */
  isOrdered: boolean
}

const newSeries = (): Series => ({ times: [], prices: [], isOrdered: true })

function addPoint(series: Series, { time, price }: PricePoint): void {
  const { times, prices } = series
  const last = times.length - 1
  const newest = times[last] ?? Number.NEGATIVE_INFINITY
  if (time === newest) {
    prices[last] = Math.max(prices[last] ?? price, price)
    return
  }
  if (time < newest) series.isOrdered = false
  times.push(time)
  prices.push(price)
}

function priceAt(series: Series, time: number): number | null {
  const { times, prices } = series
  if (!series.isOrdered) sortSeries(series)
  const at = lowerBound(times, time)
  return prices[times[at] === time ? at : at - 1] ?? null
}

function sortSeries(series: Series): void {
  const { times, prices } = series
  const points = times.map((time, i) => ({ time, price: prices[i] ?? 0 })).sort((x, y) => x.time - y.time)
  times.length = prices.length = 0
  series.isOrdered = true
  for (const point of points) addPoint(series, point)
}
