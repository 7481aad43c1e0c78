import { flagRule } from '../rule-kinds.ts'

export const scheduledTax = flagRule({
  id: 'scheduled_tax',
  flag: 'scheduled_tax',
  clears: 'The scheduled fee is withdrawn before its epoch.',
})
