import { flagRule } from '../rule-kinds.ts'

export const freezeOpen = flagRule({
  id: 'freeze_open',
  flag: 'freezable',
  clears: 'The freeze authority is given up.',
})
