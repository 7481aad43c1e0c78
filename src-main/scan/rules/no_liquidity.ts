import type { PoolLiquidity } from '../../chains/security/facts.ts'
import { NO_RESERVES, poolsRule } from '../rule-kinds.ts'
import { applies, CLEAR, unknown } from '../rule.ts'

/** An emptied pool always keeps a few units, worth less than this. */
const NOTHING_USD = 1

const hasValue = ({ quoteRaw, quoteUsd }: PoolLiquidity): boolean => (quoteUsd === null ? quoteRaw > 0n : quoteUsd >= NOTHING_USD)

export const noLiquidity = poolsRule({
  id: 'no_liquidity',
  clears: 'A pool with value is found.',
  decide(pools, { facts }) {
    if (pools.some(hasValue)) return CLEAR
    return (facts.unreadPools ?? 0) > 0 ? unknown(NO_RESERVES) : applies(0, { threshold: 1 })
  },
})
