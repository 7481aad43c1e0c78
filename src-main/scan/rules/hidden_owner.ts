import { flagRule } from '../rule-kinds.ts'

export const hiddenOwner = flagRule({
  id: 'hidden_owner',
  flag: 'hidden_owner',
  clears: 'The address loses its right in the code.',
})
