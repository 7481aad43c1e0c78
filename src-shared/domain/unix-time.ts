/** 9999-12-31 23:59:59 UTC: the last second whose year has the four digits of ISO 8601. */
export const LAST_SECOND = 253_402_300_799

/** Unix seconds that a file or a chain names; null for anything but a whole second of the years 1970 to 9999. */
export const parseUnixSeconds = (value: unknown): number | null =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= LAST_SECOND ? (value as number) : null

/** Clocks of the machines that wrote and read a file may differ by less. */
const CLOCK_TOLERANCE = 86_400

/** Whether a time cannot have been reached when a file was written. */
export const isInFuture = (seconds: number, now: number): boolean => seconds > now + CLOCK_TOLERANCE

/** Unix seconds of an ISO 8601 text, as `parseUnixSeconds`. */
export const parseIsoSeconds = (text: string): number | null => parseUnixSeconds(Math.floor(Date.parse(text) / 1_000))
