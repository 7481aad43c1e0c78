import { exactAmount, exactPercent, formatAmount, formatPercent, leastPercent } from '../format/number.ts'
import { exactTime, formatAge, formatTapeTime } from '../format/time.ts'
import { useNow } from './use-now.ts'

/** Short forms with the exact value on hover. */

/** @param isLeast the value is a lower bound */
export function Percent({ value, isLeast = false }: { value: number | null; isLeast?: boolean }) {
  return (
    <span className="num" title={exactPercent(value)}>
      {isLeast && value !== null ? leastPercent(value) : formatPercent(value)}
    </span>
  )
}

export function Amount({ value, exact, unit }: { value: number | null; exact?: string; unit?: string | null }) {
  const suffix = unit === undefined || unit === null || unit === '' ? '' : ` ${unit}`
  return (
    <span className="num" title={(exact ?? exactAmount(value)) + suffix}>
      {formatAmount(value)}
      {suffix}
    </span>
  )
}

/** How long ago; `at` in Unix seconds. */
export function Age({ at }: { at: number | null }) {
  const now = useNow()
  return (
    <time className="num" title={exactTime(at)} dateTime={at === null ? undefined : new Date(at * 1000).toISOString()}>
      {formatAge(at, now)}
    </time>
  )
}

/** Time of a trade. */
export function TapeTime({ at }: { at: number | null }) {
  const now = useNow()
  return (
    <time className="num" title={exactTime(at)} dateTime={at === null ? undefined : new Date(at * 1000).toISOString()}>
      {formatTapeTime(at, now)}
    </time>
  )
}
