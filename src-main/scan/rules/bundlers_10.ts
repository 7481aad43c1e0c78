import { originRule } from '../rule-kinds.ts'

export const bundlers10 = originRule({
  id: 'bundlers_10',
  measure: 'bundlersPct',
  from: 10,
  below: 25,
  clears: 'Bundled wallets hold less than 10 %.',
})
