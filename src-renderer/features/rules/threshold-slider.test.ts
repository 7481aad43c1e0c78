import { describe, expect, it } from 'vitest'
import { SLIDER_STEPS, sliderPosition, sliderValue, toStep, type Rule } from './threshold-slider.ts'

const rule = (more: Partial<Rule>): Rule => ({
  key: 'k',
  group: 'g',
  title: 't',
  value: 0,
  default: 0,
  min: 0,
  max: 1,
  step: 0.05,
  unit: 'weight',
  ...more,
})
const weight = rule({ default: 0.6 })
const seconds = rule({ default: 86_400, max: 315_360_000, step: 1, unit: 'seconds' })

describe('the threshold slider', () => {
  it('is linear for weights and shares', () => {
    expect([0, 500, SLIDER_STEPS].map((at) => sliderValue(weight, at))).toEqual([0, 0.5, 1])
    expect(sliderValue(weight, 612)).toBe(0.6)
    expect(sliderPosition(weight, 0.6)).toBe(600)
  })

  it('is logarithmic for counts and times, with the default in the middle and zero at the end', () => {
    expect(sliderPosition(seconds, 86_400)).toBe(500)
    expect(sliderValue(seconds, 0)).toBe(0)
    expect(sliderValue(seconds, SLIDER_STEPS)).toBe(8_600_000)
    expect(sliderValue(seconds, 500)).toBe(86_000)
    expect(sliderPosition(seconds, 0)).toBe(0)
  })

  it('stays within the bounds of the rule', () => {
    const few = rule({ default: 2, max: 6_000, step: 1 })
    for (let at = 0; at <= SLIDER_STEPS; at += 50) {
      const value = sliderValue(few, at)
      expect(value).toBeGreaterThanOrEqual(0)
      expect(value).toBeLessThanOrEqual(6_000)
      expect(Number.isInteger(value)).toBe(true)
    }
  })

  it('rounds typed values to the nearest step within the bounds', () => {
    expect([toStep(weight, 0.62), toStep(weight, 7), toStep(weight, -1), toStep(seconds, 12.6)]).toEqual([0.6, 1, 0, 13])
  })
})
