/** Time limits of a scan in milliseconds (docs/scan.md#evm). The unit tests run with longer ones, because a busy machine must not change a finding. */
export const TIME_LIMITS = {
  /** Of all parts. What is not read by then is not determined, and `partial` says so. */
  parts: 8_000,
  /** Of the search for powers, which ends before the other parts do, so that what it found by then is reported. */
  powers: 6_500,
  /** Of the code analysis of one contract. The largest contracts take a third of this. */
  code: 1_500,
  /** Of the search for the event that opened a pool. Short, because the rest of the scan waits for the market. */
  poolKey: 2_000,
} as const
