import type { OverviewRecord } from '../../../src-shared/contract/records/metrics.ts'
import type { TokenSummary } from '../../../src-shared/contract/records/local.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { isListComputed, unknownBecause, type WalletList } from '../../../src-shared/domain/unknown-lists.ts'

/** One share of the overview with what it means. `value` null: not determined, and `why` says why. */
export interface Figure {
  readonly id: keyof OverviewRecord
  readonly name: string
  readonly means: string
  readonly value: number | null
  readonly why: string | null
  /** The value is the least that it can be: `why` says what is not in it. */
  readonly atLeast: boolean
  /** The network has no such figure at all; otherwise null means that the stored facts do not tell. */
  readonly computedHere: boolean
}

const MEANINGS: Readonly<Record<keyof OverviewRecord, { readonly name: string; readonly means: string }>> = {
  top10_pct: { name: 'Top 10', means: 'Held by the ten largest holders, excluding pools and burns.' },
  cluster_pct: { name: 'Clusters', means: 'Held by wallets linked by funding, transfers or timing.' },
  snipers_pct: { name: 'Snipers', means: 'Held by wallets that bought within the first three blocks of trading.' },
  bundlers_pct: { name: 'Bundlers', means: 'Held by wallets that bought together in one transaction or a very tight window.' },
  insiders_pct: { name: 'Insiders', means: 'Held by wallets linked to the creator, excluding the creator.' },
  dev_pct: { name: 'Creator', means: 'Held by the wallet that created the token.' },
}
export const ORDER = ['top10_pct', 'cluster_pct', 'snipers_pct', 'bundlers_pct', 'insiders_pct', 'dev_pct'] as const

/** Name of a share and what it means. */
export function meaningOf(id: keyof OverviewRecord): { readonly name: string; readonly means: string } {
  return MEANINGS[id]
}

/**
 * The six shares. The contract answers zero where a network does not compute a share; a person must not read that as
 * "nobody", so what cannot be known from the stored facts is shown as unknown.
 */
export function figuresOf(overview: OverviewRecord, token: TokenSummary, creatorCounts: boolean): Figure[] {
  return ORDER.map((id) => {
    const computedHere = isComputed(id, token.network)
    const list = LISTS[id]
    const why = !computedHere
      ? notComputedWords(token.network)
      : overview[id] !== 0 || list === undefined
        ? null
        : unknownBecause(list, token, creatorCounts)
    return { id, ...MEANINGS[id], value: why === null ? overview[id] : null, why, atLeast: false, computedHere }
  })
}

/** The shares that are those of a list of wallets. */
export const LISTS: Partial<Record<keyof OverviewRecord, WalletList>> = {
  cluster_pct: 'clusters',
  snipers_pct: 'snipers',
  bundlers_pct: 'bundlers',
  insiders_pct: 'insiders',
  dev_pct: 'dev',
}

export const notComputedWords = (network: NetworkId): string => `Not available on ${NETWORKS[network].name}.`

export function isComputed(id: keyof OverviewRecord, network: NetworkId): boolean {
  const list = LISTS[id]
  return list === undefined || isListComputed(list, NETWORKS[network].metrics)
}
