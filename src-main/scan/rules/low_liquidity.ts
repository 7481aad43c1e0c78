import { NO_RESERVES, poolsRule } from '../rule-kinds.ts'
import { applies, CLEAR, unknown } from '../rule.ts'

/** resources/scan/score-weights.json, `low_liquidity`. */
const LOW_USD = 2_000

export const lowLiquidity = poolsRule({
  id: 'low_liquidity',
  clears: `The quote side of the pools is worth ${LOW_USD} USD or more.`,
  decide(pools, { facts }) {
    const values = pools.map(({ quoteUsd }) => quoteUsd)
    const known = values.reduce<number>((total, usd) => total + (usd ?? 0), 0)
    if (known >= LOW_USD || pools.length === 0) return CLEAR
    if ((facts.unreadPools ?? 0) > 0) return unknown(NO_RESERVES)
    return values.includes(null) ? unknown('The pools have no price in USD.') : applies(known, { threshold: LOW_USD })
  },
})
