import type { RuleSet } from '../rules/rule-set.ts'

const MILLION = 1_000_000n

/**
 * Whether unrelated people may choose the same amount: it has few digits, or had before a trading app took its fee or added it. Equal amounts of this
 * kind are no evidence (docs/detection.md#bundlers).
 */
export function isRoundAmount(raw: bigint, { round_digits: digits, round_fees: fees }: RuleSet['bundler']): boolean {
  if (digits === 0 || raw <= 0n) return false
  return [0, ...fees].some((share) => {
    const fee = BigInt(Math.round(share * Number(MILLION)))
    return isChosen(raw, MILLION - fee, MILLION, digits) || isChosen(raw, MILLION, MILLION + fee, digits)
  })
}

/** Whether the amount is this part of one with few digits, but for what the division loses. */
function isChosen(raw: bigint, part: bigint, whole: bigint, digits: number): boolean {
  const chosen = roundTo((raw * whole) / part, digits)
  const left = (chosen * part) / whole - raw
  return left >= -1n && left <= 1n
}

function roundTo(amount: bigint, digits: number): bigint {
  const step = 10n ** BigInt(Math.max(0, String(amount).length - digits))
  return ((amount + step / 2n) / step) * step
}

/** Whether the tokens are a whole hundredth of a percent of supply, as the most that a token lets one wallet have usually is. */
export const isRoundShare = (raw: bigint, supply: bigint): boolean => supply > 0n && (raw * 10_000n) % supply === 0n
