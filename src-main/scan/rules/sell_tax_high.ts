import { exitTaxRule } from '../rule-kinds.ts'

export const sellTaxHigh = exitTaxRule({ id: 'sell_tax_high', from: 20, below: 50 })
