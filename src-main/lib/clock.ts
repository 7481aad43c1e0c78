/** Time is passed in, so that records repeat byte for byte in tests. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

export const unixSeconds = (clock: Clock): number => Math.floor(clock.now() / 1000)
