import { applies, CLEAR, unknown, type Rule } from '../rule.ts'

/** Applies if a flag is false. Rows of the table apply if one is true. */
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
