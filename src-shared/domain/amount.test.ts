import { describe, expect, it } from 'vitest'
import { percentOf, sumPercent, sumRaw, toDecimalString, toUnits } from './amount.ts'

describe('raw units as decimal text', () => {
  it.each([
    [0n, 18, '0'],
    [1500n, 3, '1.5'],
    [1n, 18, '0.000000000000000001'],
    [-25n, 1, '-2.5'],
    [7n, 0, '7'],
    [2n ** 256n - 1n, 18, '115792089237316195423570985008687907853269984665640564039457.584007913129639935'],
  ])('%s with %i decimals is %s', (raw, decimals, text) => {
    expect(toDecimalString(raw, decimals)).toBe(text)
    expect(toUnits(raw, decimals)).toBe(Number(text))
  })
})

describe('percent', () => {
  it.each([
    ['a third, rounded once at the twelfth decimal', 1n, 3n, 33.333333333333],
    ['two thirds, rounded up', 2n, 3n, 66.666666666667],
    ['all', 10n ** 40n, 10n ** 40n, 100],
    ['none of nothing', 0n, 0n, 0],
    ['half a unit of the twelfth decimal, rounded up', 5n, 10n ** 15n, 1e-12],
    ['less than twelve decimals show, and still not nothing', 1n, 10n ** 30n, 1e-28],
    ['less than twelve decimals show, of the largest supply', 1n, 2n ** 256n - 1n, 8.636168555094445e-76],
  ])('%s', (_name, part, whole, expected) => {
    expect(percentOf(part, whole)).toBe(expected)
  })
})

it('sums exactly beyond what a double holds', () => {
  expect(sumRaw([2n ** 53n, 1n, 2n ** 200n])).toBe(2n ** 200n + 2n ** 53n + 1n)
})

describe('sums of percentages', () => {
  it.each([
    ['lines that add up exactly', [33.333333333333, 33.333333333333], 66.666666666666],
    ['no line', [], 0],
    ['only lines below the twelfth decimal', [1e-28, 3e-28], 4e-28],
  ])('%s', (_name, lines, sum) => expect(sumPercent(lines)).toBe(sum))
})
