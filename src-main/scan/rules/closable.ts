import { flagRule } from '../rule-kinds.ts'

export const closable = flagRule({
  id: 'closable',
  flag: 'closable',
  clears: 'The close authority is given up.',
})
