import type { OverviewRecord } from '../../../src-shared/contract/records/metrics.ts'
import type { TokenSummary } from '../../../src-shared/contract/records/local.ts'
import { SHARE_LISTS, unknownBecause } from '../../../src-shared/domain/unknown-lists.ts'

/** One share with its description. A null `value` means unknown, and `why` gives the reason. */
export interface Figure {
  readonly id: keyof OverviewRecord
  readonly name: string
  readonly description: string
  readonly value: number | null
  readonly why: string | null
  /** `value` is a lower bound; `why` names what is missing. */
  readonly atLeast: boolean
}

export const DESCRIPTIONS: Readonly<Record<keyof OverviewRecord, { readonly name: string; readonly description: string }>> = {
  top10_pct: { name: 'Top 10', description: 'Held by the ten largest holders, excluding pools and burns.' },
  cluster_pct: { name: 'Clusters', description: 'Held by wallets linked by funding, transfers or timing.' },
  snipers_pct: { name: 'Snipers', description: 'Held by wallets that bought within the first blocks of trading.' },
  bundlers_pct: { name: 'Bundlers', description: 'Held by wallets that bought together in one transaction or a very tight window.' },
  insiders_pct: { name: 'Insiders', description: 'Held by wallets linked to the creator, excluding the creator.' },
  dev_pct: { name: 'Creator', description: 'Held by the wallet that created the token.' },
}
export const ORDER = ['top10_pct', 'cluster_pct', 'snipers_pct', 'bundlers_pct', 'insiders_pct', 'dev_pct'] as const

const NOT_ALL_READ = 'This is a lower bound: its data has not been read completely.'

/**
 * The six shares. The API returns 0 for shares that it cannot know (docs/api/records.md#overview). The page shows these as unknown, and a share that
 * is only partly known as a lower bound.
 *
 * @param creatorPct share of the creator; null if no creator is counted
 * @param unknown fields that the API reports as unknown
 */
export function overviewFigures(overview: OverviewRecord, token: TokenSummary, creatorPct: number | null, unknown: readonly string[] = []): Figure[] {
  const shares = { ...overview, dev_pct: creatorPct ?? 0 }
  return ORDER.map((id) => {
    const list = SHARE_LISTS[id]
    const isUnknown = unknown.includes(id)
    const reason = list === undefined || shares[id] !== 0 ? null : unknownBecause(list, token, creatorPct !== null)
    const why = reason ?? (isUnknown ? NOT_ALL_READ : null)
    const atLeast = isUnknown && shares[id] !== 0
    return { id, ...DESCRIPTIONS[id], value: why === null || atLeast ? shares[id] : null, why, atLeast }
  })
}
