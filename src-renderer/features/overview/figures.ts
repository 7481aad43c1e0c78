import type { OverviewRecord } from '../../../src-shared/contract/records/metrics.ts'
import type { TokenSummary } from '../../../src-shared/contract/records/local.ts'
import { SHARE_NAMES, shareFigure, type ShareFigure, type ShareName } from '../../../src-shared/domain/share-figures.ts'

/** One share with its description. */
export interface Figure extends ShareFigure {
  readonly name: string
  readonly description: string
}

const DESCRIPTIONS: Readonly<Record<ShareName, string>> = {
  top10_pct: 'Held by the ten largest holders, excluding pools and burns.',
  cluster_pct: 'Held by wallets linked by funding, transfers or timing.',
  snipers_pct: 'Held by wallets that bought within the first blocks of trading.',
  bundlers_pct: 'Held by wallets that bought together in one transaction or a very tight window.',
  insiders_pct: 'Held by wallets linked to the creator, excluding the creator.',
  dev_pct: 'Held by the wallet that created the token and by contracts that it controls.',
}
export const ORDER = ['top10_pct', 'cluster_pct', 'snipers_pct', 'bundlers_pct', 'insiders_pct', 'dev_pct'] as const

export const named = (figure: ShareFigure): Figure => ({ ...figure, name: SHARE_NAMES[figure.id], description: DESCRIPTIONS[figure.id] })

/**
 * The six shares in the order of the page.
 *
 * @param creatorPct share of the creator; null if no creator is counted
 * @param unknown fields that the API reports as unknown
 */
export function overviewFigures(overview: OverviewRecord, token: TokenSummary, creatorPct: number | null, unknown: readonly string[] = []): Figure[] {
  const shares = { ...overview, dev_pct: creatorPct ?? 0 }
  return ORDER.map((id) => named(shareFigure(id, shares[id], { token, creatorCounts: creatorPct !== null, unknown })))
}
