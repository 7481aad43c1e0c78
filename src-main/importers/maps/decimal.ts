import { UINT256_MAX } from '../../../src-shared/domain/amount.ts'
import { importError } from '../errors.ts'

/** Exact decimal numbers of files, without floating point. */

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/
/** More than any double has before or after its point. Text may name an exponent whose power takes minutes to compute. */
const MAX_DIGITS = 1_100

export interface Decimal {
  /** All digits as a whole number. */
  readonly digits: bigint
  /** Number of digits after the decimal point. */
  readonly scale: number
}

/** Parses a number, bigint or numeric text; null for anything else, for negative values, and for more digits than any number has. */
export function parseDecimal(value: unknown): Decimal | null {
  if (typeof value === 'bigint') return value < 0n ? null : { digits: value, scale: 0 }
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const match = NUMBER.exec(String(value).trim())
  if (match === null || match[1] === '-') return null
  const fraction = match[3] ?? ''
  const exponent = Number(match[4] ?? 0)
  if (Math.max(match[0].length, Math.abs(exponent)) > MAX_DIGITS) return null
  const scale = fraction.length - exponent
  const digits = BigInt(`${match[2]}${fraction}`)
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 }
}

/**
 * Converts an amount in token units to raw units. Digits beyond the decimals are truncated.
 *
 * @throws AppError `validation_error` for more than any token has
 */
export function toRaw({ digits, scale }: Decimal, decimals: number): bigint {
  return checkRaw(decimals >= scale ? digits * 10n ** BigInt(decimals - scale) : digits / 10n ** BigInt(scale - decimals))
}

/** @throws AppError `validation_error` for more than any token has */
export function checkRaw(raw: bigint): bigint {
  if (raw > UINT256_MAX) throw importError('An amount of the file exceeds 2^256 - 1 raw units, the most that a token can have.')
  return raw
}

/** Number of digits after the decimal point, without trailing zeros. */
export function countFractionDigits({ digits, scale }: Decimal): number {
  let rest = digits
  let used = scale
  while (used > 0 && rest % 10n === 0n) {
    rest /= 10n
    used--
  }
  return used
}

export function formatDecimal({ digits, scale }: Decimal): string {
  const text = digits.toString().padStart(scale + 1, '0')
  return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`
}
