import { toUnits } from '../../src-shared/domain/amount.ts'
import { grouped, unitsText } from '../../src-shared/domain/shown.ts'

/** Texts of amounts, counts and durations in findings. */

export function amountText(raw: bigint, decimals: number, symbol: string): string {
  return `${unitsText(toUnits(raw, decimals))} ${symbol}`
}

/** A threshold in percent with every digit: `0.0001 %`. Measured shares use `shortPercent`. */
export function limitText(pct: number): string {
  return `${unitsText(pct)} %`
}

export function countText(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? `one ${one}` : `${Number.isInteger(count) ? grouped(count) : count} ${many}`
}

const STEPS = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

/** One decimal below ten units, so 36 hours are 1.5 days instead of 2. */
export function durationText(seconds: number): string {
  for (const [length, name] of STEPS) {
    const units = seconds / length
    if (units >= 1) return countText(units < 10 ? Math.round(units * 10) / 10 : Math.round(units), name)
  }
  return 'less than a second'
}
