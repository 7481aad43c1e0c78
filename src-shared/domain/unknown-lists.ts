import type { TokenSummary } from '../contract/records/local.ts'
import type { OverviewRecord } from '../contract/records/metrics.ts'
import type { SnapshotRecord } from '../contract/records/snapshot.ts'

export type EarlyList = 'snipers' | 'bundlers' | 'insiders' | 'dev'
/** Lists of wallets whose shares the overview gives. */
export type WalletList = EarlyList | 'clusters'

/** The list behind each share; top 10 has none. */
export const SHARE_LISTS: Readonly<Partial<Record<keyof OverviewRecord, WalletList>>> = {
  cluster_pct: 'clusters',
  snipers_pct: 'snipers',
  bundlers_pct: 'bundlers',
  insiders_pct: 'insiders',
  dev_pct: 'dev',
}

export type StoredFacts = Pick<TokenSummary, 'creator' | 'trades' | 'origin' | 'links_known'>

export const NO_LINKS_KNOWN = 'No transfer, trade, funding or link of its holders is stored, so it is unknown who belongs together.'

export const NOT_ALL_READ = 'Its data has not been read completely.'

export const MAY_LACK_WALLETS = `Wallets may be missing from this list. ${NOT_ALL_READ}`

/** Whether an answer names the list or its share as unknown (docs/api/rest.md#unknown-figures). */
export const isNamedUnknown = (list: WalletList, unknown: readonly string[]): boolean =>
  unknown.some((field) => field === list || SHARE_LISTS[field as keyof OverviewRecord] === list)

/**
 * The reason why an empty list of wallets is unknown rather than empty; null if it is truly empty. `creatorCounts`: whether the record of early
 * wallets has a creator. A service that creates tokens for its customers is stored as the creator, but does not count. `unknown`: fields that the
 * answer names as unknown.
 */
export function unknownBecause(list: WalletList, token: StoredFacts, creatorCounts: boolean, unknown: readonly string[] = []): string | null {
  const isNamed = isNamedUnknown(list, unknown)
  return reasonOf(list, token, creatorCounts, isNamed) ?? (isNamed ? NOT_ALL_READ : null)
}

function reasonOf(list: WalletList, token: StoredFacts, creatorCounts: boolean, isNamed: boolean): string | null {
  if (list === 'clusters') return token.links_known ? null : NO_LINKS_KNOWN
  if (list === 'insiders' || list === 'dev') {
    if (token.creator === null) return 'The creator of this token is not known from what is stored.'
    return creatorCounts ? null : 'This token was made through a service that many use: for whom is not known from what is stored.'
  }
  // If a node was read to the end, no stored trade means that nobody traded, and the answer does not name the list.
  if (token.trades === 0 && (token.origin === 'import' || isNamed))
    return 'No trades of this token are stored, so it is unknown who bought first or together.'
  return token.origin === 'import' ? 'The stored trades come from files and need not begin at the token’s birth.' : null
}

/** The token at a snapshot. Links that the snapshot lists are known, whatever else is stored. */
export function atSnapshot(token: TokenSummary, { links, token_links }: SnapshotRecord): TokenSummary {
  return token.links_known || links.length + token_links.length === 0 ? token : { ...token, links_known: true }
}
