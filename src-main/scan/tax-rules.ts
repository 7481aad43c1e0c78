import type { SecurityFacts } from '../chains/security.ts'
import { CLEAR, inBand, ofFlag, type Rule } from './rule.ts'

/** A cap that the code keeps to. */
const HARMLESS_PCT = 10
const ALL = Number.POSITIVE_INFINITY

/** What leaving costs: the larger of the sell and the transfer tax. */
function exitTax({ taxes: { sell, transfer } }: SecurityFacts): { pct: number | null; how: string } {
  if (sell.pct === null) return transfer.pct === null ? sell : transfer
  return transfer.pct !== null && transfer.pct > sell.pct ? transfer : sell
}

const ladder = (id: string, from: number, below: number): Rule => ({
  id,
  clears: `Sells and transfers cost less than ${from} %.`,
  decide({ facts }) {
    const tax = exitTax(facts)
    return inBand(tax.pct, from, below, tax.how, [tax.how])
  },
})

export const taxRules: readonly Rule[] = [
  ladder('sell_tax_extreme', 50, ALL),
  ladder('sell_tax_high', 20, 50),
  ladder('sell_tax_medium', 10, 20),
  ladder('sell_tax_low', 3, 10),
  {
    id: 'tax_modifiable',
    clears: 'The right to set fees is given up, or capped at 10 %.',
    decide: ({ facts: { flags, taxes } }) => (taxes.settablePct !== null && taxes.settablePct <= HARMLESS_PCT ? CLEAR : ofFlag(flags.tax_modifiable)),
  },
  {
    id: 'buy_tax_high',
    clears: 'Buying costs less than 10 %.',
    decide: ({ facts: { taxes } }) => inBand(taxes.buy.pct, 10, ALL, taxes.buy.how, [taxes.buy.how]),
  },
]
