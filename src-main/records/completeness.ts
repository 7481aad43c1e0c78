import type { FactGroup } from '../../src-shared/domain/token.ts'
import type { Findings } from '../detectors/findings.ts'
import { isUnsupported } from '../detectors/snipers/launch.ts'

/** What the stored facts cannot say. Public records have numbers only, so this goes beside them (docs/api/rest.md#unknown-figures). */
export interface Completeness {
  /** Lists whose wallets, and so whose share, are not known. */
  readonly unknown: readonly UnknownList[]
  /** What the facts cover where that is not everything: `holders=500/1234, trades=partial, funding=missing`. Null where it is. */
  readonly coverage: string | null
}

export type UnknownList = 'clusters' | 'snipers' | 'bundlers' | 'insiders' | 'dev'

/** @param missing groups of facts that no read has brought */
export function completenessOf(findings: Findings, missing: readonly FactGroup[]): Completeness {
  return { unknown: unknownLists(findings, missing), coverage: coverageOf(findings, missing) }
}

function unknownLists({ index, facts, launch, linksKnown }: Findings, missing: readonly FactGroup[]): UnknownList[] {
  const unknown: UnknownList[] = []
  if (!linksKnown || missing.includes('transfers')) unknown.push('clusters')
  const hasTrades = facts.tradesFromBirth && !missing.includes('trades')
  if (!isUnsupported(index, 'snipers') && !(launch.known || (hasTrades && facts.trades.length === 0))) unknown.push('snipers')
  if (!isUnsupported(index, 'bundlers') && !hasTrades) unknown.push('bundlers')
  if (!isUnsupported(index, 'insiders') && index.creator === null) unknown.push('insiders', 'dev')
  return unknown
}

function coverageOf({ facts }: Findings, missing: readonly FactGroup[]): string | null {
  const parts: string[] = []
  if (!facts.complete) parts.push(`holders=${facts.holdings.length}/${facts.token.holderCount ?? '?'}`)
  if (!facts.tradesFromBirth) parts.push(facts.trades.length === 0 ? 'trades=missing' : 'trades=partial')
  for (const group of missing) if (group !== 'holders' && group !== 'trades') parts.push(`${group}=missing`)
  return parts.length === 0 ? null : parts.join(', ')
}
