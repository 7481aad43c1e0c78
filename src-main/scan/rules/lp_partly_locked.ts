import { lockedBand, poolsRule } from '../rule-kinds.ts'

export const lpPartlyLocked = poolsRule({
  id: 'lp_partly_locked',
  clears: 'Nine tenths of the liquidity are burned or locked.',
  decide: (pools) => lockedBand(pools, 50, 90),
})
