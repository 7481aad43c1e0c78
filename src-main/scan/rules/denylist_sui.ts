import { flagRule } from '../rule-kinds.ts'

export const denylistSui = flagRule({
  id: 'denylist_sui',
  flag: 'blacklist',
  clears: 'The DenyCap is frozen or destroyed.',
})
