import { flagRule } from '../rule-kinds.ts'

export const blacklistEvm = flagRule({
  id: 'blacklist_evm',
  flag: 'blacklist',
  clears: 'Nobody can call the setter any more.',
})
