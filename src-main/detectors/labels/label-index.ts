import { isProvenPool } from '../../../src-shared/domain/events.ts'
import type { Label, LinkPolicy } from '../../../src-shared/domain/labels.ts'
import { sortLabels } from '../../../src-shared/domain/merge-labels.ts'
import type { AccountKind } from '../../../src-shared/domain/token.ts'
import { isBurnAddress } from '../../../src-shared/domain/burn-addresses.ts'
import type { TokenFacts } from '../facts.ts'
import { memoizeByAddress } from '../incremental/reuse.ts'

/** Labels of addresses by rule (docs/detection.md#labels), from lists, pools, account kinds and the token's own roles. */

export interface LabelIndex {
  /** At least one label, in the order of LABELS. */
  readonly tags: (address: string) => readonly Label[]
  readonly kind: (address: string) => AccountKind
  readonly name: (address: string) => string | null
  readonly policy: (address: string) => LinkPolicy
}

/** Labels that state what an account is. With one of them, an account of unknown kind is not assumed to be a `wallet`. */
const STATES_THE_KIND: ReadonlySet<Label> = new Set(['smart_contract', 'burn', 'liquidity_pool', 'exchange', 'vesting', 'presale', 'wallet'])

const NOTHING_FOUND: ReadonlyMap<string, readonly Label[]> = new Map()

/** Answers from the accounts known so far. Mutable: `update` replaces them with later accounts. */
export interface GrowingLabelIndex extends LabelIndex {
  /**
   * Continues with other accounts. Returns false and changes nothing if the kind of an account already read has changed, because earlier answers
   * would no longer hold. Most new accounts belong to wallets never seen before.
   */
  update(accounts: TokenFacts['accounts']): boolean
}

export function createLabelIndex(facts: TokenFacts): GrowingLabelIndex {
  let { accounts } = facts
  const kindsRead = new Map<string, AccountKind>()
  const kind = (address: string): AccountKind => {
    const known = kindsRead.get(address)
    if (known !== undefined) return known
    const read = accounts.get(address) ?? 'unknown'
    kindsRead.set(address, read)
    return read
  }
  return {
    kind,
    tags: tagger(facts, NOTHING_FOUND, kind),
    name: (address) => facts.labels.get(address)?.name ?? null,
    policy: (address) => facts.labels.get(address)?.linkPolicy ?? 'own',
    update(later) {
      for (const [address, before] of kindsRead) if ((later.get(address) ?? 'unknown') !== before) return false
      accounts = later
      return true
    },
  }
}

/**
 * @param found labels that detectors found (funding_address, intermediary, presale, team …), by address
 * @param index answers for all other addresses
 */
export function withFoundLabels(facts: TokenFacts, index: LabelIndex, found: ReadonlyMap<string, readonly Label[]>): LabelIndex {
  const { kind, name, policy } = index
  const tags = tagger(facts, found, kind)
  return { kind, name, policy, tags: (address) => (found.has(address) ? tags(address) : index.tags(address)) }
}

function tagger(facts: TokenFacts, found: ReadonlyMap<string, readonly Label[]>, kindOf: LabelIndex['kind']): LabelIndex['tags'] {
  const pools = new Set<string>(facts.pools.filter(isProvenPool).map((pool) => pool.address))
  const powers = facts.authorities.map(({ address }) => address)
  const roles = new Set<string>([facts.token.creator, facts.token.owner, ...powers].filter((role) => role !== null))

  const compute = (address: string): Label[] => {
    const known = facts.labels.get(address)
    const kind = kindOf(address)
    const tags: Label[] = [...(known?.tags ?? []), ...(found.get(address) ?? [])]
    const burn = isBurnAddress(facts.token.network, address)
    if (burn) tags.push('burn')
    if (pools.has(address)) tags.push('liquidity_pool')
    if (roles.has(address) && !burn) tags.push('team')
    if (kind === 'contract' || kind === 'smart_account' || address === facts.token.address) tags.push('smart_contract')
    else if (kind === 'wallet' && !burn) tags.push('wallet')
    if (!tags.some((tag) => STATES_THE_KIND.has(tag))) tags.push('wallet')
    return sortLabels(tags.filter((tag) => tag !== 'wallet' || !tags.includes('smart_contract')))
  }

  return memoizeByAddress(compute)
}
