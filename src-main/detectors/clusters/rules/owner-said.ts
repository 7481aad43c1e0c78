import { shortAddress } from '../../../../src-shared/domain/shown.ts'
import { NOT_A_MEMBER } from '../../../../src-shared/domain/labels.ts'
import type { FactIndex } from '../../fact-index.ts'
import { evidence, type ClusterRule } from '../evidence.ts'

/** When a case is counted, its investigator's claims are certain. */
const CERTAIN = 1

/**
 * Wallets that the investigator of a case says belong together. They may include an account that only looks like a service by its
 * traffic or code, but no pools, exchanges or addresses that the investigator tagged as hubs.
 */
export const ownerSaid: ClusterRule = (index) =>
  (index.facts.claims?.entities ?? []).flatMap(({ rule, name, wallets }) => {
    if (rule !== 'owner_said') return []
    const joined = wallets.filter((wallet) => !joinsNobody(index, wallet))
    const what = name === null ? '' : `: “${name}”`
    return joined.flatMap((a, i) =>
      joined.slice(i + 1).map((b) =>
        evidence({
          rule: 'owner_said',
          family: 'owner',
          between: [a, b],
          weight: CERTAIN,
          value: `an entity of ${wallets.length} wallets${what}`,
          threshold: 'none: the investigator’s word counts as certain in this case',
          sentence: `The investigator says that ${shortAddress(a)} and ${shortAddress(b)} belong together${what}.`,
        }),
      ),
    )
  })

function joinsNobody({ facts, labels }: FactIndex, address: string): boolean {
  return (
    address === facts.token.address ||
    labels.tags(address).some((tag) => NOT_A_MEMBER.has(tag)) ||
    (facts.claims?.hubs.some((hub) => hub.address === address) ?? false)
  )
}
