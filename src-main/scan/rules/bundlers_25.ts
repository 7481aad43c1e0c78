import { originRule } from '../rule-kinds.ts'

export const bundlers25 = originRule({
  id: 'bundlers_25',
  measure: 'bundlersPct',
  from: 25,
  clears: 'Bundled wallets hold less than 25 %.',
})
