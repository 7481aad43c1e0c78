import { concentrationRule } from '../rule-kinds.ts'

export const topOne10 = concentrationRule({
  id: 'top1_10',
  largest: 1,
  from: 10,
  below: 25,
  clears: 'No wallet holds 10 % or more.',
})
