import { flagRule } from '../rule-kinds.ts'

export const transfersPaused = flagRule({
  id: 'transfers_paused',
  flag: 'transfers_paused',
  clears: 'Transfers are opened again.',
})
