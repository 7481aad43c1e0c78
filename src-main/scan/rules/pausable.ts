import { flagRule } from '../rule-kinds.ts'

export const pausable = flagRule({
  id: 'pausable',
  flag: 'pausable',
  clears: 'The right to pause is given up.',
})
