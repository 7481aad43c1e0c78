import { concentrationRule } from '../rule-kinds.ts'

export const topOne25 = concentrationRule({
  id: 'top1_25',
  largest: 1,
  from: 25,
  clears: 'No wallet holds 25 % or more.',
})
