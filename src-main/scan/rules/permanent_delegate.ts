import { flagRule } from '../rule-kinds.ts'

export const permanentDelegate = flagRule({
  id: 'permanent_delegate',
  flag: 'permanent_delegate',
  clears: 'The delegate gives its right up.',
})
