import type { RuleList } from '../../../src-shared/contract/records/evidence.ts'

export type Rule = RuleList['rules'][number]

/** Slider position of a threshold, 0 to 1000. Shares and weights are linear. Counts and times are logarithmic around the default. */

export const SLIDER_STEPS = 1_000
/** Above this maximum a linear slider would squeeze the useful range into its first pixels. */
const LINEAR_UP_TO = 10
/** Decades that the slider covers on each side of the default. */
const DECADES = 2

interface Range {
  readonly low: number
  readonly high: number
}

function logRange(rule: Rule): Range {
  const middle = Math.max(rule.default, rule.step, 1)
  return { low: Math.max(rule.step, middle / 10 ** DECADES), high: Math.min(rule.max, middle * 10 ** DECADES) }
}

export function sliderPosition(rule: Rule, value: number): number {
  if (rule.max <= LINEAR_UP_TO) return Math.round(((value - rule.min) / (rule.max - rule.min)) * SLIDER_STEPS)
  if (value <= rule.min) return 0
  const { low, high } = logRange(rule)
  const share = Math.log(Math.min(high, Math.max(low, value)) / low) / Math.log(high / low)
  return Math.max(1, Math.round(share * SLIDER_STEPS))
}

/** The value at a slider position, rounded to steps and two significant digits. */
export function sliderValue(rule: Rule, position: number): number {
  if (rule.max <= LINEAR_UP_TO) return toStep(rule, rule.min + (position / SLIDER_STEPS) * (rule.max - rule.min))
  if (position === 0) return rule.min
  const { low, high } = logRange(rule)
  const exact = low * (high / low) ** (position / SLIDER_STEPS)
  const digit = 10 ** Math.max(0, Math.floor(Math.log10(exact)) - 1)
  return toStep(rule, Math.round(exact / digit) * digit)
}

/** Clamps to the bounds and rounds to a step. */
export function toStep(rule: Rule, value: number): number {
  const steps = Math.round((value - rule.min) / rule.step)
  const bounded = Math.min(rule.max, Math.max(rule.min, rule.min + steps * rule.step))
  return Number(bounded.toPrecision(12))
}
