import { expect, it } from 'vitest'
import { confidenceText } from './case-tag-text.ts'

it.each([
  [null, null],
  [0, '0 % confidence'],
  [0.00004, '0.004 % confidence'],
  [0.07, '7 % confidence'],
  [0.99999, '99.999 % confidence'],
  [1, '100 % confidence'],
])('a confidence of %s reads %s', (confidence, text) => {
  expect(confidenceText({ confidence })).toBe(text)
})
