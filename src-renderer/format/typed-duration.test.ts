import fc from 'fast-check'
import { expect, it } from 'vitest'
import { durationField, parseDuration } from './typed-duration.ts'

it('shows the largest unit that divides a duration', () => {
  expect([15_552_000, 86_400, 5_400, 60, 61, 1, 0].map(durationField)).toEqual([
    '180 days',
    '1 day',
    '90 minutes',
    '1 minute',
    '61 seconds',
    '1 second',
    '0 seconds',
  ])
})

it('reads units in words and letters, and a number alone as seconds', () => {
  expect(['180 days', '36h', '2 weeks', '6 months', '1.5 min', ' 90 ', '1Y'].map(parseDuration)).toEqual([
    15_552_000, 129_600, 1_209_600, 15_552_000, 90, 90, 31_536_000,
  ])
  expect(['', 'days', '-3 h', '3 fortnights', '1e3', '5 h 3 min'].map(parseDuration)).toEqual([null, null, null, null, null, null])
})

it('reads back what it shows', () => {
  fc.assert(fc.property(fc.nat({ max: 10 ** 9 }), (seconds) => void expect(parseDuration(durationField(seconds))).toBe(seconds)))
})
