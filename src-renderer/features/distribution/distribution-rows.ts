import type { LocalDistribution } from '../../../src-shared/contract/records/local.ts'
import { countOf, formatPercent } from '../../format/number.ts'

/** One measure, for wallets and for merged clusters. */
export interface MeasureRow {
  readonly id: 'gini' | 'gini-all' | 'hhi' | 'nakamoto' | 'top10' | 'theil'
  readonly name: string
  readonly description: string
  readonly kind: 'index' | 'count' | 'percent'
  readonly wallets: number | null
  /** Null if the clusters are unknown. */
  readonly owners: number | null
  /** For wallets at the selected snapshot; null if none is selected. */
  readonly atSnapshot: number | null
  /** Larger holders may not have been seen yet, or the majority is not stored: an index is unknown, and a share is a lower bound. */
  readonly isOpen: boolean
}

/** Measures of a snapshot that lists every holder. */
export type SeriesPoint = LocalDistribution['series'][number]

/** How merging changed the number of owners compared, and why Gini may fall; or why merging is unknown. */
export function mergedText({ population, gini, merged, merged_unknown }: LocalDistribution): string {
  if (merged === null) return merged_unknown ?? ''
  if (merged.population === population) return 'No cluster has more than one of these wallets, so merging changes nothing.'
  const counts = `Merging turns ${countOf(population, 'wallet')} into ${countOf(merged.population, 'owner')}.`
  const why = 'Gini compares these owners with each other, so fewer and larger owners can be more alike.'
  return `${counts} ${why} ${merged.gini < gini ? 'In this token it falls, although supply is more concentrated.' : 'In this token it does not fall.'}`
}

/** @param unknown fields that the API reports as unknown */
export function measureRows(record: LocalDistribution, then: SeriesPoint | null, unknown: readonly string[] = []): MeasureRow[] {
  const { merged } = record
  const areIndicesOpen = unknown.includes('gini')
  return [
    {
      id: 'gini',
      name: 'Gini',
      kind: 'index',
      description: '0: all holders own the same. 1: one holder owns everything.',
      wallets: record.gini,
      owners: merged?.gini ?? null,
      atSnapshot: then?.gini ?? null,
      isOpen: areIndicesOpen,
    },
    {
      id: 'gini-all',
      name: 'Gini, all wallets',
      kind: 'index',
      description: 'Each cluster keeps one wallet with everything and the others empty, so the number of wallets stays the same.',
      wallets: record.gini,
      owners: merged?.gini_all_wallets ?? null,
      atSnapshot: then?.gini ?? null,
      isOpen: areIndicesOpen,
    },
    {
      id: 'hhi',
      name: 'HHI',
      kind: 'index',
      description: 'Sum of squared shares of supply. Above 0.25 is highly concentrated.',
      wallets: record.hhi,
      owners: merged?.hhi ?? null,
      atSnapshot: then?.hhi ?? null,
      isOpen: areIndicesOpen,
    },
    {
      id: 'nakamoto',
      name: 'Nakamoto',
      kind: 'count',
      description: 'Fewest holders that together own more than half of supply. 0: all together own no more.',
      wallets: record.nakamoto,
      owners: merged?.nakamoto ?? null,
      atSnapshot: then?.nakamoto ?? null,
      isOpen: unknown.includes('nakamoto'),
    },
    {
      id: 'top10',
      name: 'Top 10',
      kind: 'percent',
      description: 'Held by the ten largest without pools and burns.',
      wallets: record.top_10_holder_concentration,
      owners: merged?.top_10_holder_concentration ?? null,
      atSnapshot: then?.top_10_holder_concentration ?? null,
      isOpen: unknown.includes('top_10_holder_concentration'),
    },
    {
      id: 'theil',
      name: 'Theil',
      kind: 'index',
      description: 'Entropy relative to an equal distribution. 0: equal; higher: less equal.',
      wallets: record.theil,
      owners: merged?.theil ?? null,
      atSnapshot: null,
      isOpen: areIndicesOpen,
    },
  ]
}

type Curve = LocalDistribution['lorenz']

/** Both curves sampled at the union of their x values, so they share one axis without distortion. */
export interface CurvePair {
  readonly holders: readonly number[]
  readonly wallets: readonly number[]
  /** null if clusters are unknown or do not change the curve. */
  readonly owners: readonly number[] | null
}

export function curvePair({ lorenz, merged }: Pick<LocalDistribution, 'lorenz' | 'merged'>): CurvePair {
  const other = merged === null || JSON.stringify(lorenz) === JSON.stringify(merged.lorenz) ? null : merged.lorenz
  const holders = [...new Set([...lorenz, ...(other ?? [])].map(([x]) => x))].sort((a, b) => a - b)
  const along = (curve: Curve): number[] => holders.map((x) => valueAt(curve, x))
  return { holders, wallets: along(lorenz), owners: other === null ? null : along(other) }
}

/** Shares of holders listed in the table. */
const SAMPLED_AT = [0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1]

export interface CurveRow {
  readonly holders: number
  readonly wallets: number
  /** Null if the clusters are unknown. */
  readonly owners: number | null
}

/** The curves sampled at `SAMPLED_AT`, interpolated linearly. */
export function lorenzRows({ lorenz, merged }: Pick<LocalDistribution, 'lorenz' | 'merged'>): CurveRow[] {
  if (lorenz.length < 2) return []
  return SAMPLED_AT.map((holders) => ({
    holders,
    wallets: valueAt(lorenz, holders),
    owners: merged === null ? null : valueAt(merged.lorenz, holders),
  }))
}

/** A share of all holdings on a curve as text. Everyone counted holds something, so a share that rounds to zero is not zero. */
export const curveShare = (share: number): string => formatPercent(Math.max(share * 100, Number.MIN_VALUE))

/** What the curves say about the smaller half of the holders counted. */
export function lorenzText({ lorenz, merged, population }: Pick<LocalDistribution, 'lorenz' | 'merged' | 'population'>): string {
  const half = lorenzRows({ lorenz, merged }).find(({ holders }) => holders === 0.5)
  if (half === undefined) return 'Too few holders for a curve.'
  if (population === 1) return 'Only one holder is counted, so the curve says nothing.'
  return `The smaller half of holders owns ${curveShare(half.wallets)} of all holdings. ${mergedHalfText({ lorenz, merged }, half.owners)}`
}

function mergedHalfText(curves: Pick<LocalDistribution, 'lorenz' | 'merged'>, half: number | null): string {
  if (half === null) return 'It is unknown whether clusters change this.'
  if (curvePair(curves).owners === null) return 'Clusters do not change this.'
  if (curves.merged?.population === 1) return 'With each cluster counted as one owner, there is only one owner.'
  return `With each cluster counted as one owner, the smaller half owns ${curveShare(half)}.`
}

function valueAt(points: Curve, x: number): number {
  const index = points.findIndex((point) => point[0] >= x)
  const right = points[index === -1 ? points.length - 1 : index]
  const left = points[index - 1]
  if (right === undefined) return 0
  if (left === undefined || right[0] === left[0]) return right[1]
  return left[1] + ((x - left[0]) / (right[0] - left[0])) * (right[1] - left[1])
}
