import { flagRule } from '../rule-kinds.ts'

export const changeBalance = flagRule({
  id: 'change_balance',
  flag: 'change_balance',
  clears: 'Nobody can call the function any more.',
})
