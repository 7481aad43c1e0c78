import { toUnits } from '../../src-shared/domain/amount.ts'
import type { Address } from '../../src-shared/domain/address.ts'
import type { TradeFact, TradeLeg } from '../../src-shared/domain/events.ts'
import type { TokenFacts } from '../detectors/facts.ts'

/** Trades of a token against a coin that is neither the native coin nor has a known price. */

function sidesOf({ token }: TokenFacts, { tokenIn, tokenOut }: TradeFact): readonly [own: TradeLeg, other: TradeLeg] {
  return tokenIn.token === token.address ? [tokenIn, tokenOut] : [tokenOut, tokenIn]
}

/** The one token that these trades were made against; null if there are several or none. */
export function otherTokenOf(facts: TokenFacts, trades: readonly TradeFact[]): Address | null {
  const [first, ...more] = new Set(trades.map((trade) => sidesOf(facts, trade)[1].token))
  return first === undefined || more.length > 0 ? null : first
}

/** The most frequent token, ties by address. */
export function mostTraded(tokens: readonly (Address | null)[]): Address | null {
  const counts = Map.groupBy(
    tokens.flatMap((token) => token ?? []),
    (token) => token,
  )
  const ranked = [...counts].map(([token, { length }]) => ({ token, length })).sort((x, y) => y.length - x.length || (x.token < y.token ? -1 : 1))
  return ranked[0]?.token ?? null
}

/** What these trades paid or brought in a coin, in units; null if some were made against another coin, or its decimals are unknown. */
export function amountIn(facts: TokenFacts, coin: Address, trades: readonly TradeFact[]): number | null {
  if (otherTokenOf(facts, trades) !== coin) return null
  let total = 0
  for (const trade of trades) {
    const [, { raw, decimals }] = sidesOf(facts, trade)
    if (decimals === null) return null
    total += toUnits(raw, decimals)
  }
  return total
}

/** Price of a token in a coin, from the newest trade against it. Of several at the same time, the lowest. */
export function newestPriceIn(facts: TokenFacts, coin: Address): number | null {
  let [newest, price]: [number, number | null] = [Number.NEGATIVE_INFINITY, null]
  for (const trade of facts.trades) {
    const [own, other] = sidesOf(facts, trade)
    if (other.token !== coin || other.decimals === null || own.raw <= 0n || trade.time === null || trade.time < newest) continue
    const here = toUnits(other.raw, other.decimals) / toUnits(own.raw, facts.token.decimals)
    price = price === null || trade.time > newest ? here : Math.min(price, here)
    newest = trade.time
  }
  return price
}
