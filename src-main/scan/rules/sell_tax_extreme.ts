import { exitTaxRule } from '../rule-kinds.ts'

export const sellTaxExtreme = exitTaxRule({ id: 'sell_tax_extreme', from: 50 })
