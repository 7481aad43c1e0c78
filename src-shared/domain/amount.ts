/**
 * Raw units are `bigint` everywhere inside; they become numbers once, here, at the edge.
 */

/** Raw units to token units as the nearest double. */
export function toUnits(raw: bigint, decimals: number): number {
  return Number(toDecimalString(raw, decimals))
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

/**
 * `part` of `whole` in percent, computed in integers to twelve decimals and rounded once (half up).
 * A whole of zero gives 0: a token without supply has no shares.
 */
export function percentOf(part: bigint, whole: bigint): number {
  if (whole <= 0n) return 0
  const scale = 10n ** BigInt(PERCENT_DIGITS)
  const scaled = (part * 100n * scale * 2n + whole) / (whole * 2n)
  return Number(toDecimalString(scaled, PERCENT_DIGITS))
}

export function sumRaw(amounts: Iterable<bigint>): bigint {
  let total = 0n
  for (const amount of amounts) total += amount
  return total
}
