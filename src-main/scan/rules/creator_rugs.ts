import { creatorRule } from '../rule-kinds.ts'
import { applies, CLEAR } from '../rule.ts'

export const creatorRugs = creatorRule({
  id: 'creator_rugs',
  clears: 'Nothing: it is history.',
  decide: ({ rugged }) => (rugged.length > 0 ? applies(rugged.length, { threshold: 1, evidence: rugged.slice(0, 5) }) : CLEAR),
})
