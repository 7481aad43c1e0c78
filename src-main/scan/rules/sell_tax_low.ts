import { exitTaxRule } from '../rule-kinds.ts'

export const sellTaxLow = exitTaxRule({ id: 'sell_tax_low', from: 3, below: 10 })
