import { minRaw } from '../../../src-shared/domain/amount.ts'
import { parseDecimal } from './decimal.ts'

/** A balance and its share of supply in a file. */
export interface HolderShare {
  readonly raw: bigint
  readonly percentage: number
}

export interface DerivedSupply {
  readonly raw: bigint
  /** Largest error, in raw units. */
  readonly within: bigint
}

/** The largest holders determine the supply best, because their shares have the most digits. */
const MAX_HOLDERS = 40
/** A double is exact to fifteen digits. A share with fewer digits was rounded. */
const DOUBLE_DIGITS = 15
/** Relative error of two roundings of a double between amount and share, 2·2⁻⁵², and one for the amount itself. */
const DOUBLE_ERROR = { part: 1n, of: 10n ** 15n }

/**
 * Derives the supply from amounts and their shares. The rounding of each share bounds the supply to an interval. Of the numbers in all intervals, the
 * roundest is taken. Null if no holder has a share.
 */
export function deriveSupply(rows: readonly HolderShare[]): DerivedSupply | null {
  const usable = rows
    .filter((row) => row.raw > 0n && row.percentage > 0)
    .sort((a, b) => (a.raw < b.raw ? 1 : a.raw > b.raw ? -1 : 0))
    .slice(0, MAX_HOLDERS)
  let range: Interval | null = null
  for (const row of usable) {
    const own = supplyInterval(row)
    if (own === null) continue
    const both: Interval = range === null ? own : { low: max(range.low, own.low), high: minRaw(range.high, own.high) }
    if (both.low <= both.high) range = both
  }
  if (range === null) return null
  const raw = roundest(range)
  return { raw, within: max(raw - range.low, range.high - raw) }
}

interface Interval {
  readonly low: bigint
  readonly high: bigint
}

/** supply = raw · 100 / share, where the share is known to half of its last digit or to the precision of a double. */
function supplyInterval({ raw, percentage }: HolderShare): Interval | null {
  const share = parseDecimal(percentage)
  if (share === null || share.digits === 0n) return null
  const fine = 10n ** 20n
  const digits = share.digits * fine
  const written = share.digits.toString().length
  const slack = written >= DOUBLE_DIGITS ? (digits * DOUBLE_ERROR.part) / DOUBLE_ERROR.of : fine / 2n
  const whole = raw * 100n * 10n ** BigInt(share.scale) * fine
  return { low: whole / (digits + slack), high: digits > slack ? whole / (digits - slack) + 1n : whole }
}

/** The number with the most trailing zeros in a closed interval. On a tie, the one nearest to the middle. */
function roundest({ low, high }: Interval): bigint {
  const middle = (low + high) / 2n
  for (let step = 10n ** BigInt(high.toString().length); step > 1n; step /= 10n) {
    const below = (middle / step) * step
    const near = [below, below + step].filter((candidate) => candidate >= low && candidate <= high)
    const best = near.sort((a, b) => Number(abs(a - middle) - abs(b - middle)))[0]
    if (best !== undefined) return best
  }
  return middle
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value)
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)
