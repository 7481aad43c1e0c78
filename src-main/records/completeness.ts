import type { FactGroup, FirstRead } from '../../src-shared/domain/token.ts'
import type { Findings } from '../detectors/findings.ts'
import { NO_LINKS_KNOWN } from '../../src-shared/domain/unknown-lists.ts'
import { sumRaw } from '../../src-shared/domain/amount.ts'
import { NOT_IN_POPULATION } from '../../src-shared/domain/labels.ts'
import { NETWORKS, type NetworkId } from '../../src-shared/networks.ts'
import { population } from './population.ts'

/** What the stored facts leave unknown. Public records hold only numbers, so it is sent beside them (docs/api/rest.md#unknown-figures). */
export interface Completeness {
  /**
   * Lists whose wallets, and thus whose share, are unknown; `top10` and `distribution` if larger holders may not have been seen; `nakamoto` if the
   * stored holders have no majority and holders are missing.
   */
  readonly unknown: readonly UnknownList[]
  /** The unknown lists that the network's public records have. */
  readonly publicUnknown: readonly UnknownList[]
  /** What the facts cover, such as `holders=500/1234, trades=partial, funding=missing`. Null if they cover everything. */
  readonly coverage: string | null
}

const ALL_LISTS = ['clusters', 'snipers', 'bundlers', 'insiders', 'dev', 'top10', 'distribution', 'nakamoto'] as const
export type UnknownList = (typeof ALL_LISTS)[number]

/** @param firstRead of the token; null if it was read whole, or came in a file */
export function completenessOf(findings: Findings, firstRead: FirstRead | null): Completeness {
  const unknown = unknownLists(findings, firstRead)
  return {
    unknown,
    publicUnknown: unknown.filter((list) => isPublic(list, findings.facts.token.network)),
    coverage: coverageOf(findings, firstRead?.missing ?? []),
  }
}

/** The creator's share is public on networks where insiders are. */
function isPublic(list: UnknownList, network: NetworkId): boolean {
  const { publicMetrics } = NETWORKS[network]
  if (list === 'snipers' || list === 'bundlers' || list === 'insiders') return publicMetrics[list]
  return list !== 'dev' || publicMetrics.insiders
}

/** Why the clusters are unknown; null if they are known. */
export function clustersUnknown({ facts, linksKnown }: Findings, firstRead: FirstRead | null): string | null {
  if (facts.statedClusters !== undefined && facts.statedClusters.length > 0) return null
  if (!linksKnown) return NO_LINKS_KNOWN
  if (isOpen(firstRead)) return 'This token is still being read, so it is not known yet who belongs together.'
  return firstRead?.missing.includes('transfers') === true
    ? 'The transfers of this token could not be read, so it is unknown who belongs together.'
    : null
}

/** Whether missing facts may still arrive. A list that they may fill is unknown until then. */
const isOpen = (firstRead: FirstRead | null): boolean => firstRead !== null && !firstRead.ended && firstRead.missing.length > 0

function unknownLists(findings: Findings, firstRead: FirstRead | null): UnknownList[] {
  if (firstRead?.balancesHidden === true) return [...ALL_LISTS]
  const { index, facts, launch, clusters, insiders } = findings
  const missing = firstRead?.missing ?? []
  // The first holders seen include everyone who is listed (docs/chains.md#preview). The largest holders do not.
  const areAllRead = facts.complete || firstRead?.holdersSeen === true
  const isUnread = ({ address }: { readonly address: string }): boolean => !areAllRead && !index.balances.has(address)
  const isClusterUnread = clusters.clusters.some(({ members, connectors }) => [...members, ...connectors].some((address) => isUnread({ address })))
  const unknown: UnknownList[] = []
  if (clustersUnknown(findings, firstRead) !== null || isClusterUnread) unknown.push('clusters')
  const hasTrades = facts.tradesFromBirth && !missing.includes('trades')
  const isLaunchKnown = launch.known || (hasTrades && facts.trades.length === 0)
  if (!isLaunchKnown) unknown.push('snipers')
  if (isOpen(firstRead) || !hasTrades || !isLaunchKnown) unknown.push('bundlers')
  if (isOpen(firstRead) || index.creator === null) unknown.push('insiders', 'dev')
  else {
    const hasNoLinks = !hasTrades && facts.trades.length + facts.transfers.length === 0
    if (hasNoLinks || insiders.some(isUnread)) unknown.push('insiders')
    if (isUnread({ address: index.creator })) unknown.push('dev')
  }
  if (firstRead?.holdersSeen === true) unknown.push('distribution')
  else if (!isNakamotoProven(findings)) unknown.push('nakamoto')
  if (firstRead?.holdersSeen === true && !isTop10Proven(findings)) unknown.push('top10')
  return unknown
}

/** Whether larger holders may not have been seen, or the stored holders have no majority and holders are missing. */
export const isNakamotoUnknown = (findings: Findings, firstRead: FirstRead | null): boolean =>
  firstRead?.holdersSeen === true || firstRead?.balancesHidden === true || !isNakamotoProven(findings)

/** Whether the tenth holder has at least the unseen supply, all of which one unseen holder might have. */
function isTop10Proven({ facts: { token }, index: { balances, labels } }: Findings): boolean {
  const unseen = token.totalSupply - sumRaw(balances.ranked.map(({ raw }) => raw))
  let counted = 0
  for (const { address, raw } of balances.ranked) {
    if (labels.tags(address).some((tag) => NOT_IN_POPULATION.has(tag))) continue
    counted += 1
    if (counted === 10) return raw >= unseen
  }
  return unseen <= 0n
}

/** Whether the stored holders have a majority, or cannot have one even if all unseen supply belongs to holders. */
function isNakamotoProven(findings: Findings): boolean {
  const { facts, index } = findings
  const { total } = population(findings).tally
  if (facts.complete || 2n * total > facts.token.totalSupply) return true
  const unseen = facts.token.totalSupply - sumRaw(index.balances.ranked.map(({ raw }) => raw))
  return 2n * (total + unseen) <= facts.token.totalSupply
}

function coverageOf({ facts }: Findings, missing: readonly FactGroup[]): string | null {
  const parts: string[] = []
  if (!facts.complete) parts.push(`holders=${facts.holdings.length}/${facts.token.holderCount ?? '?'}`)
  if (!facts.tradesFromBirth) parts.push(facts.trades.length === 0 ? 'trades=missing' : 'trades=partial')
  for (const group of missing) if (group !== 'holders' && group !== 'trades') parts.push(`${group}=missing`)
  return parts.length === 0 ? null : parts.join(', ')
}
