import type { LiquidityLock, PoolLiquidity } from '../../chains/security/facts.ts'
import { weightedPct } from '../liquidity.ts'
import { FREE_OWNER_PCT, NO_OWNERS, poolsRule } from '../rule-kinds.ts'
import { applies, CLEAR, unknown } from '../rule.ts'

/** resources/scan/score-weights.json, `lp_lock_short`. */
const SHORT_LOCK_SECONDS = 30 * 86_400

export const lpLockShort = poolsRule({
  id: 'lp_lock_short',
  clears: 'The lock is extended beyond 30 days.',
  decide(pools, { now }) {
    const soon = ({ locks }: PoolLiquidity): readonly LiquidityLock[] =>
      locks.filter(({ unlockAt }) => unlockAt !== null && unlockAt - now < SHORT_LOCK_SECONDS)
    const part = weightedPct(pools, (pool) => soon(pool).reduce((total, { percentage }) => total + percentage, 0))
    if (part !== null && part > FREE_OWNER_PCT) {
      const evidence = pools.flatMap(soon).map(({ type }) => type)
      return applies(part, { threshold: FREE_OWNER_PCT, evidence: evidence.slice(0, 5) })
    }
    return pools.some(({ lockedPct }) => lockedPct === null) ? unknown(NO_OWNERS) : CLEAR
  },
})
