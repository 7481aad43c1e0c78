import type { OverlapRecord, TokenSummary } from '../../../src-shared/contract/records/local.ts'
import { unknownBecause, type WalletList } from '../../../src-shared/domain/unknown-lists.ts'
import { capital } from '../../format/capital.ts'

type Group = OverlapRecord['groups'][number]

export const SETS: readonly { readonly id: WalletList; readonly name: string; readonly means: string }[] = [
  { id: 'clusters', name: 'Clusters', means: 'In any cluster' },
  { id: 'snipers', name: 'Snipers', means: 'Bought within the first blocks' },
  { id: 'bundlers', name: 'Bundlers', means: 'Bought together with others' },
  { id: 'insiders', name: 'Insiders', means: 'Linked to the creator' },
  { id: 'dev', name: 'Creator', means: 'Created the token' },
]

export interface SetTotal {
  readonly id: WalletList
  readonly wallets: number
  readonly pct: number
}

/** What each list holds by itself: the sum over the intersections that it is part of. */
export function totalsOf(groups: readonly Group[]): SetTotal[] {
  return SETS.map(({ id }) => {
    const own = groups.filter(({ sets }) => sets.includes(id))
    return { id, wallets: own.reduce((sum, group) => sum + group.wallets, 0), pct: own.reduce((sum, group) => sum + group.pct, 0) }
  })
}

/** Why a list that nobody is on is unknown, not empty; null where it is known. */
export function whyUnknown({ id, wallets }: SetTotal, token: TokenSummary, creatorCounts: boolean): string | null {
  return wallets > 0 ? null : unknownBecause(id, token, creatorCounts)
}

/** Whether a creator was counted: it is then on its own list, whatever it holds. */
export const creatorCountsIn = (groups: readonly Group[]): boolean => groups.some(({ sets }) => sets.includes('dev'))

/** Lists that are unknown, with each reason said once: "Snipers, Bundlers: unknown. No trades…" */
export function unknownWords(totals: readonly SetTotal[], token: TokenSummary, creatorCounts: boolean): string {
  const reasons = new Map<string, string[]>()
  for (const total of totals) {
    const why = whyUnknown(total, token, creatorCounts)
    if (why !== null) reasons.set(why, [...(reasons.get(why) ?? []), SETS.find(({ id }) => id === total.id)?.name ?? total.id])
  }
  return [...reasons].map(([why, names]) => `${names.join(', ')}: unknown. ${why}`).join(' ')
}

/** "Clusters and snipers": these lists and no other. */
export function groupWords({ sets }: Pick<Group, 'sets'>): string {
  const names = SETS.filter(({ id }) => sets.includes(id)).map(({ name }) => name.toLowerCase())
  const listed = names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  return capital(listed)
}
