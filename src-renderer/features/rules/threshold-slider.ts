import type { RuleList } from '../../../src-shared/contract/records/evidence.ts'

export type Rule = RuleList['rules'][number]

/** Where a threshold stands on its slider, 0 to 1000. Shares and weights evenly; counts and times by powers of ten around the shipped value. */

export const SLIDER_STEPS = 1_000
/** From this largest value on, even steps would leave all that matters in the first pixel. */
const EVEN_UP_TO = 10
/** How many powers of ten the slider reaches from the shipped value, each way. */
const DECADES = 2

interface Range {
  readonly low: number
  readonly high: number
}

function decadesOf(rule: Rule): Range {
  const middle = Math.max(rule.default, rule.step, 1)
  return { low: Math.max(rule.step, middle / 10 ** DECADES), high: Math.min(rule.max, middle * 10 ** DECADES) }
}

export function sliderPosition(rule: Rule, value: number): number {
  if (rule.max <= EVEN_UP_TO) return Math.round(((value - rule.min) / (rule.max - rule.min)) * SLIDER_STEPS)
  if (value <= rule.min) return 0
  const { low, high } = decadesOf(rule)
  const share = Math.log(Math.min(high, Math.max(low, value)) / low) / Math.log(high / low)
  return Math.max(1, Math.round(share * SLIDER_STEPS))
}

/** The value at a place of the slider: a whole number of steps, and no finer than anybody would type. */
export function sliderValue(rule: Rule, position: number): number {
  if (rule.max <= EVEN_UP_TO) return toStep(rule, rule.min + (position / SLIDER_STEPS) * (rule.max - rule.min))
  if (position === 0) return rule.min
  const { low, high } = decadesOf(rule)
  const exact = low * (high / low) ** (position / SLIDER_STEPS)
  const digit = 10 ** Math.max(0, Math.floor(Math.log10(exact)) - 1)
  return toStep(rule, Math.round(exact / digit) * digit)
}

/** What the field may hold: within the bounds of the rule, on its steps. */
export function toStep(rule: Rule, value: number): number {
  const steps = Math.round((value - rule.min) / rule.step)
  const bounded = Math.min(rule.max, Math.max(rule.min, rule.min + steps * rule.step))
  return Number(bounded.toPrecision(12))
}
