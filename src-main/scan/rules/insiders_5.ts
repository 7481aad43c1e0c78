import { originRule } from '../rule-kinds.ts'

export const insiders5 = originRule({
  id: 'insiders_5',
  measure: 'insidersPct',
  from: 5,
  below: 20,
  clears: 'Creator and insiders hold less than 5 %.',
})
