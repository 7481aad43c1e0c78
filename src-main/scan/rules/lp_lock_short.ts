import type { LiquidityLock, PoolLiquidity } from '../../chains/security/facts.ts'
import { shownPart, weightedRange } from '../liquidity.ts'
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
    const part = weightedRange(pools, (pool) =>
      pool.lockedPct === null ? null : soon(pool).reduce((total, { percentage }) => total + percentage, 0),
    )
    if (part === null || part.most <= FREE_OWNER_PCT) return CLEAR
    if (part.least <= FREE_OWNER_PCT) return unknown(NO_OWNERS)
    const evidence = pools.flatMap(soon).map(({ type }) => type)
    return applies(shownPart(part), { threshold: FREE_OWNER_PCT, evidence: evidence.slice(0, 5) })
  },
})
