/** Time is injected, so that tests reproduce records byte for byte. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

export const unixSeconds = (clock: Clock): number => Math.floor(clock.now() / 1000)
