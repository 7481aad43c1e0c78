import { FREE_OWNER_PCT, lockedBand, NO_OWNERS, poolsRule } from '../rule-kinds.ts'
import { CLEAR, unknown } from '../rule.ts'

/** Liquidity with many owners is not withdrawn in one step, so one owner must hold more than a fifth of the deepest pool. */
export const lpUnlocked = poolsRule({
  id: 'lp_unlocked',
  clears: 'Half of the liquidity is burned or locked, or no one owner can withdraw more than a fifth.',
  decide(pools) {
    const verdict = lockedBand(pools, 0, 50)
    if (verdict.state !== 'applies') return verdict
    const free = pools[0]?.largestFreePct ?? null
    if (free === null) return unknown(NO_OWNERS)
    return free > FREE_OWNER_PCT ? verdict : CLEAR
  },
})
