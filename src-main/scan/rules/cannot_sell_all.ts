import { flagRule } from '../rule-kinds.ts'

export const cannotSellAll = flagRule({
  id: 'cannot_sell_all',
  flag: 'cannot_sell_all',
  clears: 'A simulated sell of a whole balance passes.',
})
