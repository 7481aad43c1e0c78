import { originRule } from '../rule-kinds.ts'

export const snipers20 = originRule({
  id: 'snipers_20',
  measure: 'snipersPct',
  from: 20,
  clears: 'Snipers hold less than 20 %.',
})
