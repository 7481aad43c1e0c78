import { toUnits } from '../../src-shared/domain/amount.ts'
import { NATIVE, type TradeLeg } from '../../src-shared/domain/events.ts'
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

export function priceBook({ facts, memory }: Study): PriceBook {
  return memory.keep('prices', [facts.trades], () => readPrices(facts))
}

function readPrices(facts: Study['facts']): PriceBook {
  const isNative = (leg: TradeLeg): boolean => leg.token === NATIVE || facts.nativeTokens.has(leg.token)
  const points: PricePoint[] = []
  let usd: PricePoint | null = null
  for (const trade of facts.trades) {
    const { time } = trade
    const [own, other] = trade.tokenIn.token === facts.token.address ? [trade.tokenIn, trade.tokenOut] : [trade.tokenOut, trade.tokenIn]
    if (time === null || own.token !== facts.token.address || own.raw <= 0n) continue
    const tokens = toUnits(own.raw, facts.token.decimals)
    if (own.usd !== null) usd = newer(usd, { time, price: own.usd / tokens })
    if (isNative(other) && other.decimals !== null) points.push({ time, price: toUnits(other.raw, other.decimals) / tokens })
  }
  points.sort((x, y) => x.time - y.time || x.price - y.price)
  return {
    usdPerToken: usd?.price ?? null,
    nativePerToken: (time) => points.findLast((point) => point.time <= time)?.price ?? null,
  }
}
