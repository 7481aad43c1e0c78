import type { OverlapRecord, TokenSummary } from '../../../src-shared/contract/records/local.ts'
import { sumPercent } from '../../../src-shared/domain/amount.ts'
import { unknownBecause, type WalletList } from '../../../src-shared/domain/unknown-lists.ts'
import { capitalize } from '../../format/capitalize.ts'

type Group = OverlapRecord['groups'][number]

export const SETS: readonly { readonly id: WalletList; readonly name: string; readonly description: string }[] = [
  { id: 'clusters', name: 'Clusters', description: 'In any cluster' },
  { id: 'snipers', name: 'Snipers', description: 'Bought within the first blocks' },
  { id: 'bundlers', name: 'Bundlers', description: 'Bought together with others' },
  { id: 'insiders', name: 'Insiders', description: 'Linked to the creator' },
  { id: 'dev', name: 'Creator', description: 'Created the token, or is a contract of its creator' },
]

export interface SetTotal {
  readonly id: WalletList
  readonly wallets: number
  readonly pct: number
}

/** Totals per list: the sums over its intersections. */
export function setTotals(groups: readonly Group[]): SetTotal[] {
  return SETS.map(({ id }) => {
    const own = groups.filter(({ sets }) => sets.includes(id))
    return { id, wallets: own.reduce((sum, group) => sum + group.wallets, 0), pct: sumPercent(own.map(({ pct }) => pct)) }
  })
}

/** Share of a group or list; null if it is zero because the balances of its wallets may not have been read. */
export const readShare = ({ wallets, pct }: Pick<Group, 'wallets' | 'pct'>, mayHold: boolean): number | null =>
  mayHold && wallets > 0 && pct === 0 ? null : pct

/** Why an empty list is unknown; null if it is known to be empty. `unknown`: fields of the overview that are unknown. */
export function unknownReason(
  { id, wallets }: SetTotal,
  token: TokenSummary,
  creatorCounts: boolean,
  unknown: readonly string[] = [],
): string | null {
  return wallets > 0 ? null : unknownBecause(id, token, creatorCounts, unknown)
}

/** Whether the record counts a creator, who is then on a list even without a balance. */
export const hasCreator = (groups: readonly Group[]): boolean => groups.some(({ sets }) => sets.includes('dev'))

/** Unknown lists, with each reason stated once: "Snipers, Bundlers: unknown. No trades…" */
export function unknownText(totals: readonly SetTotal[], token: TokenSummary, creatorCounts: boolean, unknown: readonly string[] = []): string {
  const reasons = new Map<string, string[]>()
  for (const total of totals) {
    const why = unknownReason(total, token, creatorCounts, unknown)
    if (why !== null) reasons.set(why, [...(reasons.get(why) ?? []), SETS.find(({ id }) => id === total.id)?.name ?? total.id])
  }
  return [...reasons].map(([why, names]) => `${names.join(', ')}: unknown. ${why}`).join(' ')
}

/** "Clusters and snipers". */
export function groupText({ sets }: Pick<Group, 'sets'>): string {
  const names = SETS.filter(({ id }) => sets.includes(id)).map(({ name }) => name.toLowerCase())
  const listed = names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  return capitalize(listed)
}
