import { toUnits } from '../../src-shared/domain/amount.ts'

/** Words for findings, as a person would say them. */

const SHOWN = 4

export function short(address: string): string {
  return address.length <= 2 * SHOWN + 3 ? address : `${address.slice(0, address.startsWith('0x') ? SHOWN + 2 : SHOWN)}…${address.slice(-SHOWN)}`
}

export function unitsText(units: number): string {
  if (units >= 1000) return grouped(Math.round(units))
  return String(Number(units.toPrecision(SHOWN)))
}

/** A whole number as the page writes it: 340,100,000. */
export function grouped(whole: number): string {
  return String(whole).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}

export function amountText(raw: bigint, decimals: number, symbol: string): string {
  return `${unitsText(toUnits(raw, decimals))} ${symbol}`
}

export function percentText(pct: number): string {
  return `${String(Number(pct.toPrecision(SHOWN)))} %`
}

export function countText(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? `one ${one}` : `${count} ${many}`
}

const STEPS = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

export function durationText(seconds: number): string {
  for (const [length, name] of STEPS) {
    if (seconds >= length) return countText(Math.round(seconds / length), name)
  }
  return 'no time'
}
