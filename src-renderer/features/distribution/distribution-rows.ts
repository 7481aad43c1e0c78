import type { LocalDistribution } from '../../../src-shared/contract/records/local.ts'

/** One measure, for wallets and for merged clusters. */
export interface MeasureRow {
  readonly id: 'gini' | 'hhi' | 'nakamoto' | 'top10' | 'theil'
  readonly name: string
  readonly description: string
  readonly kind: 'index' | 'count' | 'percent'
  readonly wallets: number | null
  readonly owners: number | null
  /** For wallets at the selected snapshot; null if none is selected. */
  readonly atSnapshot: number | null
}

/** Measures of a snapshot that lists every holder. */
export type SeriesPoint = LocalDistribution['series'][number]

export function measureRows(record: LocalDistribution, then: SeriesPoint | null): MeasureRow[] {
  const { merged } = record
  return [
    {
      id: 'gini',
      name: 'Gini',
      kind: 'index',
      description: '0: all holders own the same. 1: one holder owns everything.',
      wallets: record.gini,
      owners: merged.gini,
      atSnapshot: then?.gini ?? null,
    },
    {
      id: 'hhi',
      name: 'HHI',
      kind: 'index',
      description: 'Sum of squared shares of supply. Above 0.25 is highly concentrated.',
      wallets: record.hhi,
      owners: merged.hhi,
      atSnapshot: then?.hhi ?? null,
    },
    {
      id: 'nakamoto',
      name: 'Nakamoto',
      kind: 'count',
      description: 'Fewest holders that together own more than half of supply. 0: all holders together own less.',
      wallets: record.nakamoto,
      owners: merged.nakamoto,
      atSnapshot: then?.nakamoto ?? null,
    },
    {
      id: 'top10',
      name: 'Top 10',
      kind: 'percent',
      description: 'Percent of supply held by the ten largest holders.',
      wallets: record.top_10_holder_concentration,
      owners: merged.top_10_holder_concentration,
      atSnapshot: then?.top_10_holder_concentration ?? null,
    },
    {
      id: 'theil',
      name: 'Theil',
      kind: 'index',
      description: 'Entropy relative to an equal distribution. 0: equal; higher: less equal.',
      wallets: record.theil,
      owners: merged.theil,
      atSnapshot: null,
    },
  ]
}

type Curve = LocalDistribution['lorenz']

/** Both curves sampled at the union of their x values, so they share one axis without distortion. */
export interface CurvePair {
  readonly holders: readonly number[]
  readonly wallets: readonly number[]
  /** null if clusters do not change the curve. */
  readonly owners: readonly number[] | null
}

export function curvePair({ lorenz, merged }: Pick<LocalDistribution, 'lorenz' | 'merged'>): CurvePair {
  const differ = JSON.stringify(lorenz) !== JSON.stringify(merged.lorenz)
  const holders = [...new Set([...lorenz, ...(differ ? merged.lorenz : [])].map(([x]) => x))].sort((a, b) => a - b)
  const along = (curve: Curve): number[] => holders.map((x) => valueAt(curve, x))
  return { holders, wallets: along(lorenz), owners: differ ? along(merged.lorenz) : null }
}

/** Shares of holders listed in the table. */
const SAMPLED_AT = [0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1]

export interface CurveRow {
  readonly holders: number
  readonly wallets: number
  readonly owners: number
}

/** The curves sampled at `SAMPLED_AT`, interpolated linearly. */
export function lorenzRows({ lorenz, merged }: Pick<LocalDistribution, 'lorenz' | 'merged'>): CurveRow[] {
  if (lorenz.length < 2) return []
  return SAMPLED_AT.map((holders) => ({ holders, wallets: valueAt(lorenz, holders), owners: valueAt(merged.lorenz, holders) }))
}

function valueAt(points: Curve, x: number): number {
  const index = points.findIndex((point) => point[0] >= x)
  const right = points[index === -1 ? points.length - 1 : index]
  const left = points[index - 1]
  if (right === undefined) return 0
  if (left === undefined || right[0] === left[0]) return right[1]
  return left[1] + ((x - left[0]) / (right[0] - left[0])) * (right[1] - left[1])
}
