import { flagRule } from '../rule-kinds.ts'

export const takeBackOwnership = flagRule({
  id: 'take_back_ownership',
  flag: 'take_back_ownership',
  clears: 'Nothing: the function is part of the code.',
})
