import { inBand, type Rule } from '../rule.ts'

const HIGH_PCT = 10

export const buyTaxHigh: Rule = {
  id: 'buy_tax_high',
  needs: ['taxes'],
  clears: `Buying costs less than ${HIGH_PCT} %.`,
  decide({
    facts: {
      taxes: { buy },
    },
  }) {
    return inBand(buy.pct, { from: HIGH_PCT, why: buy.how, evidence: [buy.how] })
  },
}
