import type { OverviewRecord } from '../contract/records/metrics.ts'
import { NOT_ALL_READ, SHARE_LISTS, unknownBecause, type StoredFacts } from './unknown-lists.ts'

/** The six shares of the overview as the page and the command line show them. */

export type ShareName = keyof OverviewRecord

/** A share in percent of supply. A null `value` means unknown, and `why` gives the reason. */
export interface ShareFigure {
  readonly id: ShareName
  readonly value: number | null
  readonly why: string | null
  /** `value` is a lower bound; `why` names what is missing. */
  readonly atLeast: boolean
}

export const SHARE_NAMES: Readonly<Record<ShareName, string>> = {
  cluster_pct: 'Clusters',
  snipers_pct: 'Snipers',
  bundlers_pct: 'Bundlers',
  insiders_pct: 'Insiders',
  dev_pct: 'Creator',
  top10_pct: 'Top 10',
}

export const LOWER_BOUND = `This is a lower bound. ${NOT_ALL_READ}`

/**
 * Records have 0 for shares that they cannot know (docs/api/records.md#overview). A share of zero is unknown if its list is, and a share that is only
 * partly known is a lower bound.
 *
 * @param creatorCounts whether the record of early wallets has a creator
 * @param unknown fields that the answer reports as unknown
 */
export function shareFigure(
  id: ShareName,
  share: number,
  { token, creatorCounts, unknown }: { readonly token: StoredFacts; readonly creatorCounts: boolean; readonly unknown: readonly string[] },
): ShareFigure {
  const list = SHARE_LISTS[id]
  const isUnknown = unknown.includes(id)
  if (share !== 0) return { id, value: share, why: isUnknown ? LOWER_BOUND : null, atLeast: isUnknown }
  const why = list === undefined ? (isUnknown ? NOT_ALL_READ : null) : unknownBecause(list, token, creatorCounts, unknown)
  return { id, value: why === null ? share : null, why, atLeast: false }
}
