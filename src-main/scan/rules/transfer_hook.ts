import { flagRule } from '../rule-kinds.ts'

export const transferHook = flagRule({
  id: 'transfer_hook',
  flag: 'transfer_hook',
  clears: 'The hook program and its authority are removed.',
})
