import type { LocalDistribution } from '../../../src-shared/contract/records/local.ts'

/** One figure for wallets and the same after merging each cluster into one owner. */
export interface MeasureRow {
  readonly id: 'gini' | 'hhi' | 'nakamoto' | 'top10' | 'theil'
  readonly name: string
  readonly means: string
  readonly kind: 'index' | 'count' | 'percent'
  readonly wallets: number | null
  /** null: not computed after merging. */
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
      means: '0: everybody holds the same. 1: one holds everything.',
      wallets: record.gini,
      owners: merged.gini,
      then: then?.gini ?? null,
    },
    {
      id: 'hhi',
      name: 'HHI',
      kind: 'index',
      means: 'Sum of squared shares of supply. Above 0.25 counts as highly concentrated.',
      wallets: record.hhi,
      owners: merged.hhi,
      then: then?.hhi ?? null,
    },
    {
      id: 'nakamoto',
      name: 'Nakamoto',
      kind: 'count',
      means: 'Fewest holders who together hold more than half of the supply. 0: they never do.',
      wallets: record.nakamoto,
      owners: merged.nakamoto,
      then: then?.nakamoto ?? null,
    },
    {
      id: 'top10',
      name: 'Top 10',
      kind: 'percent',
      means: 'Percent of supply held by the ten largest.',
      wallets: record.top_10_holder_concentration,
      owners: merged.top_10_holder_concentration,
      then: then?.top_10_holder_concentration ?? null,
    },
    {
      id: 'theil',
      name: 'Theil',
      kind: 'index',
      means: 'Entropy against an even spread. 0: even; larger: less even.',
      wallets: record.theil,
      owners: null,
      then: null,
    },
  ]
}

/** Shares of holders at which the curve is told in words. */
const READ_AT = [0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1]

/** The curve as rows: what the poorest share of holders has. Between two points it is a straight line. */
export function lorenzRows(points: readonly (readonly [number, number])[]): { readonly holders: number; readonly balance: number }[] {
  if (points.length < 2) return []
  return READ_AT.map((holders) => ({ holders, balance: valueAt(points, holders) }))
}

function valueAt(points: readonly (readonly [number, number])[], x: number): number {
  const index = points.findIndex((point) => point[0] >= x)
  const right = points[index === -1 ? points.length - 1 : index]
  const left = points[index - 1]
  if (right === undefined) return 0
  if (left === undefined || right[0] === left[0]) return right[1]
  return left[1] + ((x - left[0]) / (right[0] - left[0])) * (right[1] - left[1])
}
