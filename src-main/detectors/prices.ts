import { toUnits } from '../../src-shared/domain/amount.ts'
import { NATIVE, type TradeFact, type TradeLeg } from '../../src-shared/domain/events.ts'
import type { Study } from './study.ts'

/** Prices that the token's own stored trades tell; null where no trade does. */
export interface PriceBook {
  /** From the newest trade with a value in USD. */
  readonly usdPerToken: number | null
  /** From the newest trade against native coin at or before a time. */
  nativePerToken(time: number): number | null
}

interface PricePoint {
  readonly time: number
  readonly price: number
}

/** The later of two; of two at one moment the lower, so that row order decides nothing. */
function newer(before: PricePoint | null, point: PricePoint): PricePoint {
  if (before === null || point.time !== before.time) return before === null || point.time > before.time ? point : before
  return point.price < before.price ? point : before
}

export function priceBook({ facts, flows, memory }: Study): PriceBook {
  const { address, decimals } = facts.token
  const isNative = (leg: TradeLeg): boolean => leg.token === NATIVE || facts.nativeTokens.has(leg.token)
  const prices = memory.fold<Prices, TradeFact>(
    'prices',
    [facts.nativeTokens, decimals],
    flows.trades,
    () => ({ usd: null, native: [], ordered: 0 }),
    (state, { time, tokenIn, tokenOut }) => {
      const [own, other] = tokenIn.token === address ? [tokenIn, tokenOut] : [tokenOut, tokenIn]
      if (time === null || own.token !== address || own.raw <= 0n) return
      const tokens = toUnits(own.raw, decimals)
      if (own.usd !== null) state.usd = newer(state.usd, { time, price: own.usd / tokens })
      if (isNative(other) && other.decimals !== null) state.native.push({ time, price: toUnits(other.raw, other.decimals) / tokens })
    },
  )
  return {
    usdPerToken: prices.usd?.price ?? null,
    nativePerToken: (time) => ordered(prices).findLast((point) => point.time <= time)?.price ?? null,
  }
}

interface Prices {
  usd: PricePoint | null
  readonly native: PricePoint[]
  /** How many of the prices in native coin were there when they were put in order. */
  ordered: number
}

function ordered(prices: Prices): readonly PricePoint[] {
  if (prices.ordered < prices.native.length) prices.native.sort((x, y) => x.time - y.time || x.price - y.price)
  prices.ordered = prices.native.length
  return prices.native
}
