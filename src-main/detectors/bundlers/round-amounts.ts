import type { RuleSet } from '../rules/rule-set.ts'

const MILLION = 1_000_000n

/**
 * Whether unrelated people may choose the same amount: it has few digits, or had few before a trading app deducted or added its fee. Equal round
 * amounts are no evidence (docs/detection.md#bundlers).
 */
export function isRoundAmount(raw: bigint, { round_digits: digits, round_fees: fees }: RuleSet['bundler']): boolean {
  if (digits === 0 || raw <= 0n) return false
  return [0, ...fees].some((share) => {
    const fee = BigInt(Math.round(share * Number(MILLION)))
    return isChosen(raw, MILLION - fee, MILLION, digits) || isChosen(raw, MILLION, MILLION + fee, digits)
  })
}

/** Whether the amount is `part` / `whole` of an amount with few digits, up to the rounding of the division. */
function isChosen(raw: bigint, part: bigint, whole: bigint, digits: number): boolean {
  const chosen = roundTo((raw * whole) / part, digits)
  const left = (chosen * part) / whole - raw
  return left >= -1n && left <= 1n
}

function roundTo(amount: bigint, digits: number): bigint {
  const step = 10n ** BigInt(Math.max(0, String(amount).length - digits))
  return ((amount + step / 2n) / step) * step
}

/** Whether the amount is a multiple of 0.01 % of supply, as maximum wallet limits of tokens usually are. */
export const isRoundShare = (raw: bigint, supply: bigint): boolean => supply > 0n && (raw * 10_000n) % supply === 0n
