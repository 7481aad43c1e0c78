import type { FlagId } from '../../chains/security/facts.ts'
import { applies, CLEAR, unknown, type Rule } from '../rule.ts'

/** Powers of an owner. An owner without any of them is harmless. */
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

export const ownerLive: Rule = {
  id: 'owner_live',
  needs: ['renounced', ...OWNER_POWERS],
  clears: 'Ownership is renounced for good.',
  decide({ facts: { flags } }) {
    const renounced = flags.renounced
    if (renounced === undefined || renounced.value === null) return unknown(renounced?.how ?? 'The owner was not read.')
    if (renounced.value || renounced.holder?.kind !== 'wallet') return CLEAR
    const powers = OWNER_POWERS.filter((id) => flags[id]?.value === true)
    if (powers.length > 0) return applies(renounced.holder.address, { evidence: [renounced.holder.address] })
    return OWNER_POWERS.some((id) => flags[id]?.value === null) ? unknown('What the owner may do could not be tested in full.') : CLEAR
  },
}
