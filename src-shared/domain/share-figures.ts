import type { OverviewRecord } from '../contract/records/metrics.ts'
import { SHARE_LISTS, unknownBecause, type StoredFacts } from './unknown-lists.ts'

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

export const NOT_ALL_READ = 'Its data has not been read completely.'

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
  const reason = list === undefined || share !== 0 ? null : unknownBecause(list, token, creatorCounts)
  const atLeast = isUnknown && share !== 0
  const why = atLeast ? `This is a lower bound. ${NOT_ALL_READ}` : (reason ?? (isUnknown ? NOT_ALL_READ : null))
  return { id, value: why === null || atLeast ? share : null, why, atLeast }
}
