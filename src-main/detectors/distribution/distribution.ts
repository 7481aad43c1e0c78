import { percentOf, sumRaw } from '../../../src-shared/domain/amount.ts'
import { compareBig } from '../../../src-shared/domain/compare.ts'
import { partitionPoint } from '../math/order.ts'
import { ratio } from '../math/exact.ts'

/** Inequality of a population of balances (docs/api/records.md#distribution, docs/detection.md#distribution). Integers up to the last division. */
export interface DistributionFigures {
  readonly gini: number
  readonly hhi: number
  readonly nakamoto: number
  /** Percent of total supply. */
  readonly top10Pct: number
}

export interface DistributionExtras {
  readonly theil: number | null
  /** (share of holders, share of balance), poorest first, from (0,0) to (1,1); empty for an empty population. */
  readonly lorenz: readonly (readonly [number, number])[]
  readonly top: { readonly 10: number; readonly 50: number; readonly 100: number }
}

const LORENZ_POINTS = 200

/** Balances above zero in raw units, with the sums from which the figures are computed. Mutable. */
export interface Tally {
  readonly largestFirst: bigint[]
  total: bigint
  squares: bigint
  /** Σ rank × balance, ranks from 0. */
  rankSum: bigint
}

export const emptyTally = (): Tally => ({ largestFirst: [], total: 0n, squares: 0n, rankSum: 0n })

export function addBalance(tally: Tally, raw: bigint): void {
  const rank = rankOf(tally, raw)
  tally.rankSum += BigInt(rank) * raw + sumFrom(tally, rank)
  tally.total += raw
  tally.squares += raw * raw
  tally.largestFirst.splice(rank, 0, raw)
}

/** @param raw a balance that is in the tally */
export function removeBalance(tally: Tally, raw: bigint): void {
  const rank = rankOf(tally, raw) - 1
  tally.largestFirst.splice(rank, 1)
  tally.total -= raw
  tally.squares -= raw * raw
  tally.rankSum -= BigInt(rank) * raw + sumFrom(tally, rank)
}

/** Index of the first smaller balance. */
const rankOf = ({ largestFirst }: Tally, raw: bigint): number => partitionPoint(largestFirst, (other) => other >= raw)

/** Sum of the balances from `rank` on, computed from the nearer end. */
function sumFrom({ largestFirst, total }: Tally, rank: number): bigint {
  const { length } = largestFirst
  if (rank * 2 > length) return sumRaw(largestFirst.slice(rank))
  return total - sumRaw(largestFirst.slice(0, rank))
}

/**
 * @param balances balances above zero of the population (pools and burns already left out), raw units, any order
 * @param supply total supply in raw units, the denominator of every share except Gini's
 */
export function distribution(balances: readonly bigint[], supply: bigint): DistributionFigures {
  return computeFigures(tallyBalances(balances), supply)
}

/** @param balances in any order */
export function tallyBalances(balances: readonly bigint[]): Tally {
  const tally = emptyTally()
  const largestFirst = balances.filter((raw) => raw > 0n).sort((x, y) => compareBig(y, x))
  for (const raw of largestFirst) {
    tally.rankSum += BigInt(tally.largestFirst.length) * raw
    tally.total += raw
    tally.squares += raw * raw
    tally.largestFirst.push(raw)
  }
  return tally
}

export function computeFigures(tally: Tally, supply: bigint): DistributionFigures {
  return {
    gini: gini(tally),
    hhi: ratio(tally.squares, supply * supply),
    nakamoto: nakamoto(tally, supply),
    top10Pct: topPct(tally.largestFirst, supply, 10),
  }
}

export function distributionExtras({ largestFirst, total }: Tally, supply: bigint): DistributionExtras {
  const ascending = largestFirst.toReversed()
  return {
    theil: theil(ascending, total),
    lorenz: lorenz(ascending, total),
    top: { 10: topPct(largestFirst, supply, 10), 50: topPct(largestFirst, supply, 50), 100: topPct(largestFirst, supply, 100) },
  }
}

/**
 * G = (2·Σ i·x_i) / (n·Σx) − (n+1)/n with x ascending and i from 1, as one fraction.
 *
 * @param size number of holders; holders beyond the tally count as zero
 */
export function gini({ largestFirst, total, rankSum }: Tally, size = largestFirst.length): number {
  const n = BigInt(size)
  const weighted = n * total - rankSum
  return ratio(2n * weighted - (n + 1n) * total, n * total)
}

/** Fewest holders that together have more than half of total supply; 0 if all holders together do not. */
function nakamoto({ largestFirst, total }: Tally, supply: bigint): number {
  if (2n * total <= supply) return 0
  let sum = 0n
  let count = 0
  while (2n * sum <= supply) sum += largestFirst[count++] ?? 0n
  return count
}

function topPct(largestFirst: readonly bigint[], supply: bigint, count: number): number {
  return percentOf(sumRaw(largestFirst.slice(0, count)), supply)
}

/** Theil's T: mean of (x/μ)·ln(x/μ). 0 if all are equal, ln n if one holds everything. */
function theil(ascending: readonly bigint[], total: bigint): number | null {
  if (ascending.length === 0) return null
  const mean = Number(total) / ascending.length
  let sum = 0
  for (const raw of ascending) {
    // The logarithm is a double anyway.
    const relative = Number(raw) / mean
    sum += relative * Math.log(relative)
  }
  return Math.max(0, sum / ascending.length)
}

function lorenz(ascending: readonly bigint[], total: bigint): [number, number][] {
  const n = ascending.length
  if (n === 0) return []
  const step = Math.max(1, Math.ceil(n / (LORENZ_POINTS - 1)))
  const points: [number, number][] = [[0, 0]]
  let sum = 0n
  ascending.forEach((raw, i) => {
    sum += raw
    if ((i + 1) % step === 0 || i + 1 === n) points.push([(i + 1) / n, ratio(sum, total)])
  })
  return points
}
