import { flagRule } from '../rule-kinds.ts'

export const cannotBuy = flagRule({
  id: 'cannot_buy',
  flag: 'cannot_buy',
  clears: 'A simulated buy passes.',
})
