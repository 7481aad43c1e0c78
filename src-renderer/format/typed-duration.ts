/** Durations as a person types and reads them, exact to the second. */

const UNITS = [
  { name: 'day', seconds: 86_400, typed: /^d(?:ays?)?$/ },
  { name: 'hour', seconds: 3_600, typed: /^h(?:ours?|rs?)?$/ },
  { name: 'minute', seconds: 60, typed: /^m(?:in(?:ute)?s?)?$/ },
  { name: 'second', seconds: 1, typed: /^s(?:ec(?:ond)?s?)?$/ },
] as const
/** Parsed but never shown, because their length differs by convention. */
const LONGER_UNITS = [
  { seconds: 7 * 86_400, typed: /^w(?:eeks?)?$/ },
  { seconds: 30 * 86_400, typed: /^mo(?:nths?)?$/ },
  { seconds: 365 * 86_400, typed: /^y(?:ears?)?$/ },
] as const

/** "180 days": the largest unit that divides the duration evenly. */
export function durationField(seconds: number): string {
  const unit = UNITS.find((one) => seconds >= one.seconds && seconds % one.seconds === 0)
  if (unit === undefined) return `${seconds} seconds`
  const count = seconds / unit.seconds
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`
}

/** Seconds of "180 days", "36 h" or "2 weeks". A number alone is seconds, a month 30 days, a year 365. Null if the text is not a duration. */
export function parseDuration(text: string): number | null {
  const [, amount = '', unit = 's'] = /^(\d+(?:\.\d+)?)\s*([a-z]+)?$/.exec(text.trim().toLowerCase()) ?? []
  const found = [...UNITS, ...LONGER_UNITS].find(({ typed }) => typed.test(unit))
  return amount === '' || found === undefined ? null : Math.round(Number(amount) * found.seconds)
}
