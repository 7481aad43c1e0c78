/** Inside, raw units are always `bigint`. They become numbers only here, at the edge. */

/** Decimals are a uint8 on all chains. */
export const MAX_DECIMALS = 255

/** The largest amount of a token on any chain. */
export const UINT256_MAX = 2n ** 256n - 1n

/** Whether a wallet can hold this amount. */
export const isAmount = (raw: bigint): boolean => raw >= 0n && raw <= UINT256_MAX

const LARGEST_EXACT = BigInt(Number.MAX_SAFE_INTEGER)
/** Powers of ten that a double holds exactly. */
const EXACT_POWERS: readonly number[] = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`))

/** Raw units to token units as the nearest double. */
export function toUnits(raw: bigint, decimals: number): number {
  const scale = EXACT_POWERS[decimals]
  // Both are exact doubles, so their quotient is the nearest double too.
  if (scale !== undefined && raw <= LARGEST_EXACT && raw >= -LARGEST_EXACT) return raw === 0n ? 0 : Number(raw) / scale
  return Number(`${raw}e-${decimals}`)
}

/** Raw units to an exact decimal string, without trailing zeros: (1500n, 3) → "1.5". */
export function toDecimalString(raw: bigint, decimals: number): string {
  const sign = raw < 0n ? '-' : ''
  const digits = (raw < 0n ? -raw : raw).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return sign + (fraction === '' ? whole : `${whole}.${fraction}`)
}

const PERCENT_DIGITS = 12
const TWICE_PERCENT = 200n * 10n ** BigInt(PERCENT_DIGITS)

/**
 * `part` of `whole` in percent, computed in integers to twelve decimals and rounded once (half up).
 * A part that would round to zero keeps the digits of a double, because who holds it does not hold nothing.
 * A whole of zero gives 0: a token without supply has no shares.
 */
export function percentOf(part: bigint, whole: bigint): number {
  if (whole <= 0n) return 0
  const rounded = (part * TWICE_PERCENT + whole) / (whole * 2n)
  return rounded === 0n ? Number(part * 100n) / Number(whole) : toUnits(rounded, PERCENT_DIGITS)
}

const PERCENT_SCALE = 10 ** PERCENT_DIGITS

/**
 * Adds percentages as fixed-point numbers with twelve decimals, so a total is exactly the sum of its lines.
 * None is negative. Lines that are all below the last decimal are added as doubles.
 */
export function sumPercent(values: Iterable<number>): number {
  let [total, doubles] = [0n, 0]
  for (const value of values) {
    total += BigInt(Math.round(value * PERCENT_SCALE))
    doubles += value
  }
  return total === 0n ? doubles : toUnits(total, PERCENT_DIGITS)
}

export const minRaw = (a: bigint, b: bigint): bigint => (a < b ? a : b)

export function sumRaw(amounts: Iterable<bigint>): bigint {
  let total = 0n
  for (const amount of amounts) total += amount
  return total
}
