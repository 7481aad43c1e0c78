import { concentrationRule } from '../rule-kinds.ts'

export const topTen30 = concentrationRule({
  id: 'top10_30',
  largest: 10,
  from: 30,
  below: 50,
  clears: 'The ten largest wallets hold less than 30 %.',
})
