import { countOf, leastPercent, shortPercent, weightText } from '../../src-shared/domain/shown.ts'

export { countOf, leastPercent, weightText }

/** Number formatting. Every short form has an exact form for hover and copy. */

/** The most digits that Intl writes. Amounts of tokens with many decimals need them. */
const EVERY_DIGIT = { maximumFractionDigits: 100 } as const
const GROUPED = new Intl.NumberFormat('en', EVERY_DIGIT)
/** Without an exponent. */
const PLAIN = new Intl.NumberFormat('en', { ...EVERY_DIGIT, useGrouping: false })
const COUNT = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** Placeholder for an unknown value. */
export const UNKNOWN = '–'

/** Percent of total supply. */
export function formatPercent(value: number | null): string {
  return value === null || !Number.isFinite(value) ? UNKNOWN : shortPercent(value)
}

/** The percentage with all known digits. */
export function exactPercent(value: number | null): string {
  return value === null || !Number.isFinite(value) ? UNKNOWN : `${PLAIN.format(value)} %`
}

const STEPS = [
  { from: 1e12, suffix: ' T' },
  { from: 1e9, suffix: ' B' },
  { from: 1e6, suffix: ' M' },
  { from: 1e3, suffix: ' K' },
] as const

/** More trillions than this are written as an exponent. */
const LARGEST_IN_TRILLIONS = 1e18

/** Three significant digits with K, M, B, T: 1.24 M. Beyond a million trillions, 1.16e77. */
export function formatAmount(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return UNKNOWN
  const size = Math.abs(value)
  if (size === 0) return '0'
  if (size < 1000) return formatSmall(value)
  if (size >= LARGEST_IN_TRILLIONS) return value.toExponential(2).replace('e+', 'e')
  for (const [index, step] of STEPS.entries()) {
    if (size < step.from) continue
    const short = threeDigits(value / step.from)
    const above = STEPS[index - 1]
    if (Math.abs(Number(short)) >= 1000 && above !== undefined) return threeDigits(value / above.from) + above.suffix
    return short + step.suffix
  }
  return formatSmall(value)
}

export function exactAmount(value: number | null): string {
  return value === null || !Number.isFinite(value) ? UNKNOWN : GROUPED.format(value)
}

/** Raw units as an exact, grouped decimal: ("1234500", 3) → 1,234.5. */
export function exactRawAmount(raw: string, decimals: number): string {
  const digits = raw.padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ',')
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

export function formatCount(value: number | null): string {
  return value === null || !Number.isFinite(value) ? UNKNOWN : COUNT.format(value)
}

/** "150 holders", or "12 of 150 holders" while a filter is active. */
export function filteredCount(shown: number, total: number, noun: string): string {
  const all = countOf(total, noun)
  return shown === total ? all : `${formatCount(shown)} of ${all}`
}

/** Decimal bytes: 640 KB, 1.24 GB. */
export function formatBytes(value: number): string {
  if (value < 1000) return countOf(value, 'byte')
  const [from, unit] = value < 1e6 ? [1e3, 'KB'] : value < 1e9 ? [1e6, 'MB'] : [1e9, 'GB']
  return `${Number((value / Number(from)).toPrecision(3))} ${unit}`
}

export const exactBytes = (value: number): string => countOf(value, 'byte')

/** The least amount that two decimals would round up to 1000.00. */
const LEAST_THOUSAND = 999.995

export function formatUsd(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return UNKNOWN
  if (value !== 0 && Math.abs(value) < 0.01) return value < 0 ? '>-$0.01' : '<$0.01'
  const sign = value < 0 ? '-' : ''
  const size = Math.abs(value)
  return `${sign}$${size < LEAST_THOUSAND ? size.toFixed(2) : formatAmount(Math.max(1000, size))}`
}

const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉'
/** More leading zeros than this are written as a count. */
const MAX_ZEROS = 3

/** A price with four significant digits: 1,234 · 0.5120 · 0.0₇3142, where the subscript counts zeros. */
export function formatPrice(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return UNKNOWN
  if (value === 0) return '0'
  const size = Math.floor(Math.log10(Math.abs(value)))
  const digits = Math.min(100, Math.max(0, 3 - size))
  const zeros = -size - 1
  if (zeros <= MAX_ZEROS) return fixedFormat(digits).format(value)
  const small = [...String(zeros)].map((digit) => SUBSCRIPTS[Number(digit)]).join('')
  return `${value < 0 ? '-' : ''}0.0${small}${Math.abs(value)
    .toFixed(digits)
    .slice(2 + zeros)}`
}

/** Creating a NumberFormat costs far more than using it. */
const FIXED = new Map<number, Intl.NumberFormat>()

function fixedFormat(digits: number): Intl.NumberFormat {
  const known = FIXED.get(digits)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  FIXED.set(digits, made)
  return made
}

/** The price without an exponent. */
export const exactPrice = (value: number | null): string => (value === null || !Number.isFinite(value) ? UNKNOWN : PLAIN.format(value))

/** Indices with three decimals. Neither 0 (all own the same) nor 1 (one owns everything) stands for a value that only rounds to it. */
export function formatIndex(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return UNKNOWN
  if (value !== 0 && Math.abs(value) < 0.001) return '<0.001'
  return value >= 0.9995 && value < 1 ? '>0.999' : value.toFixed(3)
}

function formatSmall(value: number): string {
  if (Math.abs(value) < 0.0001) return value.toExponential(1).replace('e-', 'e−')
  return String(Number(value.toPrecision(3)))
}

function threeDigits(value: number): string {
  const size = Math.abs(value)
  return value.toFixed(size < 9.995 ? 2 : size < 99.95 ? 1 : 0)
}
