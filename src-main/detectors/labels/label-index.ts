import { isProvenPool } from '../../../src-shared/domain/events.ts'
import { LABELS, type AddressLabel, type Label, type LinkPolicy } from '../../../src-shared/domain/labels.ts'
import type { AccountKind } from '../../../src-shared/domain/token.ts'
import { isBurnAddress } from '../../../src-shared/domain/burn-addresses.ts'
import type { KnownLabel, TokenFacts } from '../facts.ts'
import { memoizeByAddress } from '../incremental/reuse.ts'
import { compareText } from '../../../src-shared/domain/compare.ts'

/** Labels of addresses by rule (docs/detection.md#labels), from lists, pools, account kinds and the token's own roles. */

export interface LabelIndex {
  /** At least one label, in the order of LABELS. */
  readonly tags: (address: string) => readonly Label[]
  readonly kind: (address: string) => AccountKind
  readonly name: (address: string) => string | null
  readonly policy: (address: string) => LinkPolicy
}

/** From least to most restrictive. The stricter of two lists wins. */
const STRICTNESS: readonly LinkPolicy[] = ['own', 'pass', 'deposit', 'hub']

/** Merges rows of several lists: the union of tags, the strictest link policy, the first name by source. */
export function mergeLabels(rows: readonly AddressLabel[]): Map<string, KnownLabel> {
  const ordered = [...rows].sort(
    (x, y) => compareText(x.address, y.address) || compareText(x.source, y.source) || compareText(x.name ?? '', y.name ?? ''),
  )
  const merged = new Map<string, KnownLabel>()
  for (const row of ordered) {
    const before = merged.get(row.address)
    merged.set(
      row.address,
      before === undefined
        ? row
        : {
            name: before.name ?? row.name,
            tags: sortLabels([...before.tags, ...row.tags]),
            category: before.category ?? row.category,
            linkPolicy: STRICTNESS.indexOf(row.linkPolicy) > STRICTNESS.indexOf(before.linkPolicy) ? row.linkPolicy : before.linkPolicy,
          },
    )
  }
  return merged
}

/** Each label once, in order of precedence. */
function sortLabels(labels: Iterable<Label>): Label[] {
  const present = new Set(labels)
  return LABELS.filter((label) => present.has(label))
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
