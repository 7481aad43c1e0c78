import { flagRule } from '../rule-kinds.ts'

export const nonTransferable = flagRule({
  id: 'non_transferable',
  flag: 'non_transferable',
  clears: 'Nothing: the mint is non-transferable for ever.',
})
