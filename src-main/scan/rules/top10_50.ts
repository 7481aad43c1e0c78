import { concentrationRule } from '../rule-kinds.ts'

export const topTen50 = concentrationRule({
  id: 'top10_50',
  largest: 10,
  from: 50,
  clears: 'The ten largest wallets hold less than 50 %.',
})
