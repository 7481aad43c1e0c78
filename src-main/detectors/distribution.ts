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

/**
 * @param balances balances above zero of the population (pools and burns already left out), raw units, any order
 * @param supply total supply in raw units: the whole of every share but Gini's
 */
export function distribution(balances: readonly bigint[], supply: bigint): DistributionFigures {
  const ascending = positiveAscending(balances)
  return { gini: gini(ascending), hhi: hhi(ascending, supply), nakamoto: nakamoto(ascending, supply), top10Pct: topPct(ascending, supply, 10) }
}

export function distributionExtras(balances: readonly bigint[], supply: bigint): DistributionExtras {
  const ascending = positiveAscending(balances)
  return {
    theil: theil(ascending),
    lorenz: lorenz(ascending),
    top: { 10: topPct(ascending, supply, 10), 50: topPct(ascending, supply, 50), 100: topPct(ascending, supply, 100) },
  }
}

function positiveAscending(balances: readonly bigint[]): bigint[] {
  return balances.filter((raw) => raw > 0n).sort(compareBig)
}

/** G = (2·Σ i·x_i) / (n·Σx) − (n+1)/n with x ascending and i from 1, as one fraction. */
function gini(ascending: readonly bigint[]): number {
  const n = BigInt(ascending.length)
  const total = sumRaw(ascending)
  let weighted = 0n
  ascending.forEach((raw, i) => {
    weighted += BigInt(i + 1) * raw
  })
  return ratio(2n * weighted - (n + 1n) * total, n * total)
}

function hhi(ascending: readonly bigint[], supply: bigint): number {
  let squares = 0n
  for (const raw of ascending) squares += raw * raw
  return ratio(squares, supply * supply)
}

/** Fewest holders above half of total supply; 0 when all together never are. */
function nakamoto(ascending: readonly bigint[], supply: bigint): number {
  let sum = 0n
  for (let i = ascending.length - 1; i >= 0; i--) {
    sum += ascending[i] ?? 0n
    if (2n * sum > supply) return ascending.length - i
  }
  return 0
}

function topPct(ascending: readonly bigint[], supply: bigint, count: number): number {
  return percentOf(sumRaw(ascending.slice(-count)), supply)
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
