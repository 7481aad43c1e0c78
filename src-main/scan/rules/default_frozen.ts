import { flagRule } from '../rule-kinds.ts'

export const defaultFrozen = flagRule({
  id: 'default_frozen',
  flag: 'default_frozen',
  clears: 'New accounts start thawed, or the freeze authority is given up.',
})
