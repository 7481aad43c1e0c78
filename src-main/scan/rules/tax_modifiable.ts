import { CLEAR, verdictOfFlag, type Rule } from '../rule.ts'

/** A fee cap that the code enforces is harmless up to this percent (resources/scan/score-weights.json, `tax_modifiable`). */
const HARMLESS_PCT = 10

export const taxModifiable: Rule = {
  id: 'tax_modifiable',
  needs: ['tax_modifiable', 'taxes'],
  clears: 'The right to set fees is given up, or capped at 10 %.',
  decide({ facts: { flags, taxes } }) {
    return taxes.settablePct !== null && taxes.settablePct <= HARMLESS_PCT ? CLEAR : verdictOfFlag(flags.tax_modifiable)
  },
}
