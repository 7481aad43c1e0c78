import { originRule } from '../rule-kinds.ts'

export const insiders20 = originRule({
  id: 'insiders_20',
  measure: 'insidersPct',
  from: 20,
  clears: 'Creator and insiders hold less than 20 %.',
})
