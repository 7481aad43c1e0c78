import { flagRule } from '../rule-kinds.ts'

export const externalCall = flagRule({
  id: 'external_call',
  flag: 'external_calls',
  clears: 'Transfers no longer call the address, or it cannot be changed.',
})
