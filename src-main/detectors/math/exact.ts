import { toUnits } from '../../../src-shared/domain/amount.ts'

/** Integer comparisons and divisions. Amounts stay integers up to the last step. */

const MILLION = 1_000_000n
const RATIO_DIGITS = 18
const TWICE_SCALE = 2n * 10n ** BigInt(RATIO_DIGITS)

/** `num / den` as the nearest double after eighteen exact decimals; 0 if `den` is 0. */
export function ratio(num: bigint, den: bigint): number {
  if (den === 0n) return 0
  return toUnits((num * TWICE_SCALE + den) / (den * 2n), RATIO_DIGITS)
}

/** Whether `part` is at least `ppm` millionths of `whole`. */
export function atLeastPpm(part: bigint, whole: bigint, ppm: number): boolean {
  return part * MILLION >= whole * BigInt(ppm)
}

/** Whether `part` is more than `ppm` millionths of `whole`. */
export function abovePpm(part: bigint, whole: bigint, ppm: number): boolean {
  return part * MILLION > whole * BigInt(ppm)
}

/** Whether `part` is at least the share (0..1, to six decimals) of `whole`. */
export function atLeastShare(part: bigint, whole: bigint, share: number): boolean {
  return atLeastPpm(part, whole, Math.round(share * 1e6))
}

/** Rounds to six decimals, so that a computed 0.6 meets a threshold of 0.6. */
export function roundWeight(p: number): number {
  return Math.round(p * 1e6) / 1e6
}
