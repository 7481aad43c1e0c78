import { LABELS, type AddressLabel, type Label, type LinkPolicy } from '../../src-shared/domain/labels.ts'
import type { AccountKind } from '../../src-shared/domain/token.ts'
import { isBurnAddress } from './burn-addresses.ts'
import type { KnownLabel, TokenFacts } from './facts.ts'
import { decidedOnce } from './memory.ts'
import { compareText } from './order.ts'

/** Labels of addresses by rule (engine.md §6), from lists, pools, account kinds and the token's own roles. */

export interface LabelBook {
  /** At least one label, in the order of LABELS. */
  tags(address: string): readonly Label[]
  kind(address: string): AccountKind
  name(address: string): string | null
  policy(address: string): LinkPolicy
}

/** From harmless to most restrictive: the stricter of two lists wins. */
const STRICTNESS: readonly LinkPolicy[] = ['own', 'pass', 'deposit', 'hub']

/** Merges rows of several lists: union of tags, the strictest link policy, the first name by source. */
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
            linkPolicy: STRICTNESS.indexOf(row.linkPolicy) > STRICTNESS.indexOf(before.linkPolicy) ? row.linkPolicy : before.linkPolicy,
          },
    )
  }
  return merged
}

/** Each label once, in the order of precedence. */
function sortLabels(labels: Iterable<Label>): Label[] {
  const present = new Set(labels)
  return LABELS.filter((label) => present.has(label))
}

/** Labels of code rather than of a key: with one of these, and nothing known of the account, `wallet` is not assumed. */
const TELLS_THE_KIND: ReadonlySet<Label> = new Set(['smart_contract', 'burn', 'liquidity_pool', 'exchange', 'vesting', 'presale', 'wallet'])

const NOTHING_FOUND: ReadonlyMap<string, readonly Label[]> = new Map()

interface OwnBook extends LabelBook {
  readonly asked: ReadonlyMap<string, AccountKind>
  accounts: TokenFacts['accounts']
}

/**
 * The very book before where no account that it was asked about is of another kind now: most that become known are those of wallets
 * that nobody met before.
 *
 * @param before of the very same labels, pools, authorities and roles of the token
 */
export function labelBook(facts: TokenFacts, before?: LabelBook): LabelBook {
  if (before !== undefined && goesOn(before as OwnBook, facts.accounts)) {
    ;(before as OwnBook).accounts = facts.accounts
    return before
  }
  const asked = new Map<string, AccountKind>()
  const book: OwnBook = {
    asked,
    accounts: facts.accounts,
    kind(address) {
      const known = asked.get(address)
      if (known !== undefined) return known
      const kind = book.accounts.get(address) ?? 'unknown'
      asked.set(address, kind)
      return kind
    },
    tags: (address) => tags(address),
    name: (address) => facts.labels.get(address)?.name ?? null,
    policy: (address) => facts.labels.get(address)?.linkPolicy ?? 'own',
  }
  const tags = tagger(facts, NOTHING_FOUND, book.kind)
  return book
}

function goesOn({ asked }: OwnBook, accounts: TokenFacts['accounts']): boolean {
  for (const [address, kind] of asked) if ((accounts.get(address) ?? 'unknown') !== kind) return false
  return true
}

/**
 * @param found labels that detectors found (funding_address, intermediary, presale, team …), by address
 * @param book without them, for all others
 */
export function labelsFound(facts: TokenFacts, book: LabelBook, found: ReadonlyMap<string, readonly Label[]>): LabelBook {
  const tags = tagger(facts, found, book.kind)
  return { ...book, tags: (address) => (found.has(address) ? tags(address) : book.tags(address)) }
}

function tagger(facts: TokenFacts, found: ReadonlyMap<string, readonly Label[]>, kindOf: LabelBook['kind']): LabelBook['tags'] {
  const pools = new Set<string>(facts.pools.map((pool) => pool.address))
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
    if (!tags.some((tag) => TELLS_THE_KIND.has(tag))) tags.push('wallet')
    return sortLabels(tags.filter((tag) => tag !== 'wallet' || !tags.includes('smart_contract')))
  }

  return decidedOnce(compute)
}
