import { FREE_OWNER_PCT, NO_OWNERS, poolsRule } from '../rule-kinds.ts'
import { applies, CLEAR, unknown } from '../rule.ts'

/** resources/scan/score-weights.json, `lp_lock_short`. */
const SHORT_LOCK_SECONDS = 30 * 86_400

export const lpLockShort = poolsRule({
  id: 'lp_lock_short',
  clears: 'The lock is extended beyond 30 days.',
  decide(pools, { now }) {
    const soon = pools.flatMap(({ locks }) => locks).filter(({ unlockAt }) => unlockAt !== null && unlockAt - now < SHORT_LOCK_SECONDS)
    const part = soon.reduce((total, { percentage }) => total + percentage, 0)
    if (part > FREE_OWNER_PCT) return applies(part, { threshold: FREE_OWNER_PCT, evidence: soon.map(({ type }) => type).slice(0, 5) })
    return pools.some(({ lockedPct, quoteRaw }) => lockedPct === null && quoteRaw > 0n) ? unknown(NO_OWNERS) : CLEAR
  },
})
