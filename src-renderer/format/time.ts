import { timeText } from '../../src-shared/domain/shown.ts'

/** Ages are relative; the exact UTC time is shown on hover. */

const UNITS = [
  { seconds: 365 * 86_400, short: 'y' },
  { seconds: 30 * 86_400, short: 'mo' },
  { seconds: 86_400, short: 'd' },
  { seconds: 3_600, short: 'h' },
  { seconds: 60, short: 'min' },
] as const

const JUST_NOW_SECONDS = 10

/** "3 h ago". Both in Unix seconds. */
export function formatAge(at: number | null, now: number): string {
  if (at === null) return '–'
  const seconds = Math.round(now - at)
  if (Math.abs(seconds) <= JUST_NOW_SECONDS) return 'just now'
  const span = formatDuration(Math.abs(seconds))
  return seconds < 0 ? `in ${span}` : `${span} ago`
}

/** A duration in seconds in its largest unit: "3 h". */
export function formatDuration(seconds: number): string {
  for (const unit of UNITS) {
    if (seconds >= unit.seconds) return `${Math.floor(seconds / unit.seconds)} ${unit.short}`
  }
  return `${Math.max(0, Math.round(seconds))} s`
}

/** "2025-04-07 00:37:14 UTC"; Unix seconds. */
export const exactTime = (at: number | null): string => (at === null ? 'time unknown' : timeText(at))

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
/** Characters of "00:37:14 UTC". */
const CLOCK_WITH_SECONDS = 12
const MINUTE = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

/** "7 Apr 2025, 00:37 UTC"; Unix seconds. */
export function formatMoment(at: number): string {
  const date = new Date(at * 1000)
  return `${DAY.format(date)}, ${formatClock(at)}`
}

/** Writes the moments of a list, with seconds if another one is in the same minute: "7 Apr 2025, 00:37:14 UTC". */
export function distinctMoments(list: readonly number[]): (at: number) => string {
  const minuteOf = (at: number): number => Math.floor(at / 60)
  const minutes = new Set<number>()
  const shared = new Set<number>()
  for (const minute of [...new Set(list)].map(minuteOf)) (minutes.has(minute) ? shared : minutes).add(minute)
  return (at) => {
    if (!shared.has(minuteOf(at))) return formatMoment(at)
    return `${DAY.format(new Date(at * 1000))}, ${exactTime(at).slice(-CLOCK_WITH_SECONDS)}`
  }
}

/** "00:37 UTC"; Unix seconds. */
export const formatClock = (at: number): string => `${MINUTE.format(new Date(at * 1000))} UTC`

/** An age within a day, else the exact time: "1 y ago" cannot distinguish trades. */
export function formatTapeTime(at: number | null, now: number): string {
  if (at === null) return '–'
  return now - at < 86_400 ? formatAge(at, now) : exactTime(at).replace(' UTC', '')
}

/** Unix seconds of an ISO 8601 string; null if invalid. */
export function parseSeconds(iso: string): number | null {
  const ms = Date.parse(iso)
  return Number.isNaN(ms) ? null : ms / 1000
}
