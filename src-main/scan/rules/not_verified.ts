import { applies, CLEAR, unknown, type Rule } from '../rule.ts'

/** The one rule that a flag which is false trips. */
export const notVerified: Rule = {
  id: 'not_verified',
  needs: ['verified'],
  clears: 'The source is verified where the configured source service looks.',
  decide({
    facts: {
      flags: { verified },
    },
  }) {
    if (verified === undefined || verified.value === null) return unknown(verified?.how ?? 'No source service is configured.')
    return verified.value ? CLEAR : applies(verified.how, { evidence: verified.evidence })
  },
}
