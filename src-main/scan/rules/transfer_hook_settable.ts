import { flagRule } from '../rule-kinds.ts'

export const transferHookSettable = flagRule({
  id: 'transfer_hook_settable',
  flag: 'transfer_hook_settable',
  clears: 'The hook authority is given up.',
})
