import { countOf, grouped } from './shown.ts'

/** Texts about the remaining work of a job, for the page and the command line. */

/** An estimated number: `most` is null if only a lower bound is known. */
export interface EstimatedRange {
  readonly least: number
  readonly most: number | null
}

/** "at least 1,200 calls", "about 90 calls", "1,200 to 1,500 calls", "up to 20 calls"; null if nothing is known, or nothing remains. */
export function callsText({ least, most }: EstimatedRange): string | null {
  if (most === null) return least === 0 ? null : `at least ${countOf(roughly(least, Math.floor), 'call')}`
  if (most === 0) return null
  const [low, high] = [roughly(least, Math.floor), roughly(most, Math.ceil)]
  if (high <= Math.max(low * CLOSE, low + 2)) return `about ${countOf(high, 'call')}`
  return low === 0 ? `up to ${countOf(high, 'call')}` : `${grouped(low)} to ${countOf(high, 'call')}`
}

/** "at least 12 min", "about 40 s", "2 to 3 h". @param range in seconds */
export function remainingTimeText({ least, most }: EstimatedRange): string {
  const unit = UNITS.find(({ from }) => (most ?? least) >= from) ?? LAST_UNIT
  const low = Math.floor(least / unit.seconds)
  if (most === null) return `at least ${low} ${unit.name}`
  const high = Math.ceil(most / unit.seconds)
  if (high <= Math.max(low * CLOSE, low + 1)) return `about ${high} ${unit.name}`
  return low === 0 ? `up to ${high} ${unit.name}` : `${low} to ${high} ${unit.name}`
}

/** Ranges whose ends differ by less than this factor are shown as one number. */
const CLOSE = 1.15
const LAST_UNIT = { seconds: 1, from: 0, name: 's' } as const
const UNITS = [
  { seconds: 86_400, from: 3 * 86_400, name: 'days' },
  { seconds: 3_600, from: 2 * 3_600, name: 'h' },
  { seconds: 60, from: 2 * 60, name: 'min' },
  LAST_UNIT,
] as const

/** Two significant digits of large numbers. More would look exact. */
function roughly(value: number, round: (value: number) => number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1)
  return round(value / step) * step
}
