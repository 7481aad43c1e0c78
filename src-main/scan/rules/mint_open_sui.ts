import { flagRule } from '../rule-kinds.ts'

export const mintOpenSui = flagRule({
  id: 'mint_open_sui',
  flag: 'mintable',
  clears: 'The TreasuryCap is frozen, destroyed, or locked in an object that cannot mint.',
})
