import { creatorRule } from '../rule-kinds.ts'
import { applies, CLEAR } from '../rule.ts'

/** resources/scan/score-weights.json, `creator_serial`. */
const SERIAL = 10

export const creatorSerial = creatorRule({
  id: 'creator_serial',
  clears: 'One of the creator’s tokens is alive.',
  decide: ({ made, alive }) => (made >= SERIAL && alive === 0 ? applies(made, { threshold: SERIAL }) : CLEAR),
})
