import type { FlagId } from '../chains/security.ts'
import { applies, CLEAR, ofFlag, unknown, type Rule } from './rule.ts'

/** Powers that only an owner has: with none of them a live owner harms nobody. */
const OWNER_POWERS: readonly FlagId[] = [
  'tax_modifiable',
  'tax_per_wallet',
  'change_balance',
  'mintable',
  'blacklist',
  'pausable',
  'proxy',
  'anti_whale_modifiable',
  'cooldown_modifiable',
  'whitelist',
]

export const powerRules: readonly Rule[] = [
  {
    id: 'owner_live',
    clears: 'Ownership is renounced for good.',
    decide({ facts: { flags } }) {
      const renounced = flags.renounced
      if (renounced === undefined || renounced.value === null) return unknown(renounced?.how ?? 'The owner was not read.')
      if (renounced.value || renounced.holder?.kind !== 'wallet') return CLEAR
      const powers = OWNER_POWERS.filter((id) => flags[id]?.value === true)
      if (powers.length > 0) return applies(renounced.holder.address, { evidence: [renounced.holder.address] })
      return OWNER_POWERS.some((id) => flags[id]?.value === null) ? unknown('What the owner may do could not be tested in full.') : CLEAR
    },
  },
  {
    id: 'trading_limits',
    clears: 'The right to set limits is given up.',
    decide({ facts: { flags } }) {
      const verdicts = [ofFlag(flags.anti_whale_modifiable), ofFlag(flags.cooldown_modifiable)]
      return verdicts.find(({ state }) => state === 'applies') ?? verdicts.find(({ state }) => state === 'unknown') ?? CLEAR
    },
  },
  {
    id: 'not_verified',
    clears: 'The source is verified where the configured source service looks.',
    decide({ facts: { flags } }) {
      const verified = flags.verified
      if (verified === undefined || verified.value === null) return unknown(verified?.how ?? 'No source service is configured.')
      return verified.value ? CLEAR : applies(verified.how, { evidence: verified.evidence })
    },
  },
]
