import { exitTaxRule } from '../rule-kinds.ts'

export const sellTaxMedium = exitTaxRule({ id: 'sell_tax_medium', from: 10, below: 20 })
