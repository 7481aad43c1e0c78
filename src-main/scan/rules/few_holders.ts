import { NOT_READ } from '../measures.ts'
import { applies, CLEAR, unknown, type Rule } from '../rule.ts'

/** resources/scan/score-weights.json, `few_holders`. */
const FEW_HOLDERS = 50
const YOUNG_SECONDS = 3_600

export const fewHolders: Rule = {
  id: 'few_holders',
  needs: ['holders', 'age'],
  clears: `The token has ${FEW_HOLDERS} holders, or is younger than an hour.`,
  decide({ holders, token, now }) {
    if (holders.count === null) return unknown(NOT_READ)
    if (holders.count >= FEW_HOLDERS) return CLEAR
    if (token.createdAt === null) return unknown('The age of the token is not known.')
    return now - token.createdAt > YOUNG_SECONDS ? applies(holders.count, { threshold: FEW_HOLDERS }) : CLEAR
  },
}
