import type { LocalDistribution } from '../../../src-shared/contract/records/local.ts'

/** One figure for wallets and the same after merging each cluster into one owner. */
export interface MeasureRow {
  readonly id: 'gini' | 'hhi' | 'nakamoto' | 'top10' | 'theil'
  readonly name: string
  readonly means: string
  readonly kind: 'index' | 'count' | 'percent'
  readonly wallets: number | null
  readonly owners: number | null
  /** Over wallets, at the snapshot that is open; null where none is. */
  readonly then: number | null
}

/** The measures of a snapshot that holds every holder. */
export type SeriesPoint = LocalDistribution['series'][number]

export function measuresOf(record: LocalDistribution, then: SeriesPoint | null): MeasureRow[] {
  const { merged } = record
  return [
    {
      id: 'gini',
      name: 'Gini',
      kind: 'index',
      means: '0: all holders own the same. 1: one holder owns everything.',
      wallets: record.gini,
      owners: merged.gini,
      then: then?.gini ?? null,
    },
    {
      id: 'hhi',
      name: 'HHI',
      kind: 'index',
      means: 'Sum of squared shares of supply. Above 0.25 is highly concentrated.',
      wallets: record.hhi,
      owners: merged.hhi,
      then: then?.hhi ?? null,
    },
    {
      id: 'nakamoto',
      name: 'Nakamoto',
      kind: 'count',
      means: 'Fewest holders that together own more than half of supply. 0: all holders together own less.',
      wallets: record.nakamoto,
      owners: merged.nakamoto,
      then: then?.nakamoto ?? null,
    },
    {
      id: 'top10',
      name: 'Top 10',
      kind: 'percent',
      means: 'Percent of supply held by the ten largest holders.',
      wallets: record.top_10_holder_concentration,
      owners: merged.top_10_holder_concentration,
      then: then?.top_10_holder_concentration ?? null,
    },
    {
      id: 'theil',
      name: 'Theil',
      kind: 'index',
      means: 'Entropy relative to an equal distribution. 0: equal; higher: less equal.',
      wallets: record.theil,
      owners: merged.theil,
      then: null,
    },
  ]
}

type Curve = LocalDistribution['lorenz']

/** Both curves at every share of holders at which either has a point, so that one axis draws both without bending them. */
export interface CurvePair {
  readonly holders: readonly number[]
  readonly wallets: readonly number[]
  /** null where no cluster changes the curve. */
  readonly owners: readonly number[] | null
}

export function curvePair({ lorenz, merged }: Pick<LocalDistribution, 'lorenz' | 'merged'>): CurvePair {
  const differ = JSON.stringify(lorenz) !== JSON.stringify(merged.lorenz)
  const holders = [...new Set([...lorenz, ...(differ ? merged.lorenz : [])].map(([x]) => x))].sort((a, b) => a - b)
  const along = (curve: Curve): number[] => holders.map((x) => valueAt(curve, x))
  return { holders, wallets: along(lorenz), owners: differ ? along(merged.lorenz) : null }
}

/** Shares of holders at which the curve is told in words. */
const READ_AT = [0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1]

export interface CurveRow {
  readonly holders: number
  readonly wallets: number
  readonly owners: number
}

/** The curves as rows: what the poorest share of holders has. Between two points they are straight lines. */
export function lorenzRows({ lorenz, merged }: Pick<LocalDistribution, 'lorenz' | 'merged'>): CurveRow[] {
  if (lorenz.length < 2) return []
  return READ_AT.map((holders) => ({ holders, wallets: valueAt(lorenz, holders), owners: valueAt(merged.lorenz, holders) }))
}

function valueAt(points: Curve, x: number): number {
  const index = points.findIndex((point) => point[0] >= x)
  const right = points[index === -1 ? points.length - 1 : index]
  const left = points[index - 1]
  if (right === undefined) return 0
  if (left === undefined || right[0] === left[0]) return right[1]
  return left[1] + ((x - left[0]) / (right[0] - left[0])) * (right[1] - left[1])
}
