import { percentOf, sumRaw } from '../../src-shared/domain/amount.ts'
import { compareBig } from './order.ts'
import { ratio } from './exact.ts'

/** Inequality of a population of balances (contract.md §3, engine.md §7). Whole numbers up to the last division. */
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

/** Balances above zero, raw units, with the sums that their figures follow from. */
export interface Tally {
  readonly largestFirst: bigint[]
  total: bigint
  squares: bigint
  /** Sum of place × balance, places from 0. */
  placed: bigint
}

export const emptyTally = (): Tally => ({ largestFirst: [], total: 0n, squares: 0n, placed: 0n })

export function addTo(tally: Tally, raw: bigint): void {
  const place = placeOf(tally, raw)
  tally.placed += BigInt(place) * raw + sumFrom(tally, place)
  tally.total += raw
  tally.squares += raw * raw
  tally.largestFirst.splice(place, 0, raw)
}

/** @param raw a balance that is in the tally */
export function takeFrom(tally: Tally, raw: bigint): void {
  const place = placeOf(tally, raw) - 1
  tally.largestFirst.splice(place, 1)
  tally.total -= raw
  tally.squares -= raw * raw
  tally.placed -= BigInt(place) * raw + sumFrom(tally, place)
}

/** Place of the first balance that is smaller. */
function placeOf({ largestFirst }: Tally, raw: bigint): number {
  let low = 0
  let high = largestFirst.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((largestFirst[middle] ?? 0n) >= raw) low = middle + 1
    else high = middle
  }
  return low
}

/** Sum of the balances from a place on, from the end that is nearer. */
function sumFrom({ largestFirst, total }: Tally, place: number): bigint {
  const { length } = largestFirst
  if (place * 2 > length) return sumRaw(largestFirst.slice(place))
  return total - sumRaw(largestFirst.slice(0, place))
}

/**
 * @param balances balances above zero of the population (pools and burns already left out), raw units, any order
 * @param supply total supply in raw units: the whole of every share but Gini's
 */
export function distribution(balances: readonly bigint[], supply: bigint): DistributionFigures {
  const tally = emptyTally()
  for (const raw of positiveAscending(balances).reverse()) addTo(tally, raw)
  return figuresOf(tally, supply)
}

export function figuresOf(tally: Tally, supply: bigint): DistributionFigures {
  return {
    gini: gini(tally),
    hhi: ratio(tally.squares, supply * supply),
    nakamoto: nakamoto(tally, supply),
    top10Pct: topPct(tally.largestFirst, supply, 10),
  }
}

export function distributionExtras(balances: readonly bigint[], supply: bigint): DistributionExtras {
  const ascending = positiveAscending(balances)
  const largestFirst = ascending.toReversed()
  return {
    theil: theil(ascending),
    lorenz: lorenz(ascending),
    top: { 10: topPct(largestFirst, supply, 10), 50: topPct(largestFirst, supply, 50), 100: topPct(largestFirst, supply, 100) },
  }
}

function positiveAscending(balances: readonly bigint[]): bigint[] {
  return balances.filter((raw) => raw > 0n).sort(compareBig)
}

/** G = (2·Σ i·x_i) / (n·Σx) − (n+1)/n with x ascending and i from 1, as one fraction. */
function gini({ largestFirst, total, placed }: Tally): number {
  const n = BigInt(largestFirst.length)
  const weighted = n * total - placed
  return ratio(2n * weighted - (n + 1n) * total, n * total)
}

/** Fewest holders above half of total supply; 0 when all together never are. */
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

/** Theil's T: mean of (x/μ)·ln(x/μ); 0 when all are equal, ln n when one holds all. */
function theil(ascending: readonly bigint[]): number | null {
  if (ascending.length === 0) return null
  const mean = Number(sumRaw(ascending)) / ascending.length
  let sum = 0
  for (const raw of ascending) {
    // A logarithm leaves the whole numbers anyway; sixteen digits of each share are more than the sum keeps.
    const relative = Number(raw) / mean
    sum += relative * Math.log(relative)
  }
  return Math.max(0, sum / ascending.length)
}

function lorenz(ascending: readonly bigint[]): [number, number][] {
  const n = ascending.length
  if (n === 0) return []
  const total = sumRaw(ascending)
  const step = Math.max(1, Math.ceil(n / (LORENZ_POINTS - 1)))
  const points: [number, number][] = [[0, 0]]
  let sum = 0n
  ascending.forEach((raw, i) => {
    sum += raw
    if ((i + 1) % step === 0 || i + 1 === n) points.push([(i + 1) / n, ratio(sum, total)])
  })
  return points
}
