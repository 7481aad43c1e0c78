/**
 * Time of day, for what is stored, shown or compared with times of a chain. It is injected, so that tests reproduce records byte for byte. It may jump,
 * so durations within the process are measured with `performance.now()`.
 */
export interface Clock {
  /** Unix milliseconds. */
  now(): number
  /** Milliseconds of a monotonic clock; absent for that of the process. */
  readonly monotonic?: () => number
}

export const systemClock: Clock = { now: () => Date.now() }

/** Milliseconds of the monotonic clock, for durations. */
export const monotonicMs = ({ monotonic }: Clock): number => monotonic?.() ?? performance.now()

export const unixSeconds = (clock: Clock): number => Math.floor(clock.now() / 1000)

/** Whether a stored time is less than a duration ago. A later time than now is from before the clock was set back, so its age is unknown. */
export function isWithin(ms: number, at: number, clock: Clock): boolean {
  const age = clock.now() - at
  return age >= 0 && age < ms
}
