/** Time limits of a scan in milliseconds (docs/scan.md#evm). The unit tests run with longer ones, because a busy machine must not change a finding. */
export const TIME_LIMITS = {
  /** For all parts. Facts not read by then are undetermined, and `partial` says so. */
  parts: 8_000,
  /** For the search for powers, which ends before the other parts do, so that its findings are reported. */
  powers: 6_500,
  /** For the code analysis of one contract. The largest contracts take a third of this. */
  code: 1_500,
  /** For the search for the event that opened a pool. Short, because the rest of the scan waits for the market. */
  poolKey: 2_000,
} as const
