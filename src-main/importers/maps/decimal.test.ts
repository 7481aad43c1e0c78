import { expect, it } from 'vitest'
import { countFractionDigits, formatDecimal, parseDecimal, toRaw } from './decimal.ts'

it.each<[unknown, string | null]>([
  [12, '12'],
  [0.5, '0.5'],
  ['0.5', '0.5'],
  [' 1.50 ', '1.50'],
  [12n, '12'],
  ['1.5e3', '1500'],
  ['1.5E+1', '15'],
  ['15e-3', '0.015'],
  [1e21, `1${'0'.repeat(21)}`],
  [5e-324, `0.${'0'.repeat(323)}5`],
  [Number.MAX_VALUE, `17976931348623157${'0'.repeat(292)}`],
  [-1, null],
  ['-0', null],
  [-1n, null],
  ['1,5', null],
  ['.5', null],
  ['', null],
  [Number.NaN, null],
  [Infinity, null],
  [null, null],
  [true, null],
  ['1e1101', null],
  ['1e-1101', null],
  ['1e99999999999', null],
  ['9'.repeat(1_101), null],
])('%s is %s', (value, text) => {
  const parsed = parseDecimal(value)
  expect(parsed === null ? null : formatDecimal(parsed)).toBe(text)
})

it.each([
  ['1.5', 6, 1_500_000n, 1],
  ['1.50', 1, 15n, 1],
  ['1.59', 1, 15n, 2],
  ['100', 0, 100n, 0],
  ['100.00', 2, 10_000n, 0],
  ['0.000', 3, 0n, 0],
])('%s with %i decimals is %s raw units, and has %i digits after the point', (text, decimals, raw, digits) => {
  const parsed = parseDecimal(text)
  expect(parsed === null ? null : [toRaw(parsed, decimals), countFractionDigits(parsed)]).toEqual([raw, digits])
})

it.each([
  ['1e300', 0],
  ['1', 255],
  [String(2n ** 256n), 0],
])('%s with %i decimals is more than any token has', (text, decimals) => {
  const amount = parseDecimal(text) ?? { digits: 0n, scale: 0 }
  expect(() => toRaw(amount, decimals)).toThrow(/2\^256 - 1/)
})
