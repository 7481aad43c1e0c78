import { describe, expect, it } from 'vitest'
import {
  countOf,
  exactAmount,
  exactBytes,
  exactPercent,
  exactRawAmount,
  formatAmount,
  formatBytes,
  formatCount,
  formatIndex,
  formatPercent,
  formatPrice,
  formatUsd,
} from './number.ts'

describe('bytes', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1_000, '1 KB'],
    [1_234_567, '1.23 MB'],
    [5e9, '5 GB'],
    [2.5e12, '2500 GB'],
  ])('%s reads %s', (value, text) => {
    expect(formatBytes(value)).toBe(text)
  })

  it('has an exact form', () => {
    expect(exactBytes(1_234_567)).toBe('1,234,567 bytes')
  })
})

describe('percents', () => {
  it.each([
    [0, '0 %'],
    [0.004, '<0.01 %'],
    [0.01, '0.01 %'],
    [1.239, '1.24 %'],
    [9.994, '9.99 %'],
    [9.996, '10.0 %'],
    [27.024356, '27.0 %'],
    [100, '100.0 %'],
    [-0.001, '>-0.01 %'],
    [null, '–'],
    [Number.NaN, '–'],
  ])('%s reads %s', (value, text) => {
    expect(formatPercent(value)).toBe(text)
  })

  it('keep every digit in the exact form, without an exponent', () => {
    expect(exactPercent(27.024356275967804)).toBe('27.024356275967804 %')
    expect(exactPercent(1e-7)).toBe('0.0000001 %')
    expect(exactPercent(8.6e-76)).toBe(`0.${'0'.repeat(75)}86 %`)
    expect(exactPercent(null)).toBe('–')
  })
})

describe('amounts', () => {
  it.each([
    [0, '0'],
    [0.00001234, '1.2e−5'],
    [0.1234, '0.123'],
    [12.345, '12.3'],
    [309.27, '309'],
    [999, '999'],
    [1_240_000, '1.24 M'],
    [12_400, '12.4 K'],
    [999_999, '1.00 M'],
    [68_953_129_712, '69.0 B'],
    [2.5e15, '2500 T'],
    [2 ** 256, '1.16e77'],
    [-1500, '-1.50 K'],
    [null, '–'],
  ])('%s reads %s', (value, text) => {
    expect(formatAmount(value)).toBe(text)
  })

  it('have an exact form', () => {
    expect(exactAmount(1234567.891)).toBe('1,234,567.891')
    expect(exactAmount(1e-24)).toBe('0.000000000000000000000001')
    expect(exactRawAmount('18634152700685176', 6)).toBe('18,634,152,700.685176')
    expect(exactRawAmount('1234500', 3)).toBe('1,234.5')
    expect(exactRawAmount('5', 3)).toBe('0.005')
    expect(exactRawAmount('700', 0)).toBe('700')
  })
})

describe('counts, dollars, indices', () => {
  it('have singular and plural', () => {
    expect(countOf(1, 'wallet')).toBe('1 wallet')
    expect(countOf(1200, 'wallet')).toBe('1,200 wallets')
    expect(countOf(2, 'entry', 'entries')).toBe('2 entries')
    expect(formatCount(null)).toBe('–')
  })

  it('never round a value down to zero', () => {
    expect(formatUsd(0.004)).toBe('<$0.01')
    expect(formatUsd(-0.004)).toBe('>-$0.01')
    expect([0, 0.01, -0.01].map(formatUsd)).toEqual(['$0.00', '$0.01', '-$0.01'])
    expect(formatUsd(12.5)).toBe('$12.50')
    expect([999.994, 999.995].map(formatUsd)).toEqual(['$999.99', '$1.00 K'])
    expect(formatUsd(999.996)).toBe('$1.00 K')
    expect(formatUsd(12_500)).toBe('$12.5 K')
    expect(formatIndex(0.0004)).toBe('<0.001')
    expect(formatIndex(0.91234)).toBe('0.912')
  })

  it('never round an index up to one', () => {
    expect([0.9994, 0.9996, 1, 1.0004].map(formatIndex)).toEqual(['0.999', '>0.999', '1.000', '1.000'])
  })
})

describe('prices', () => {
  it.each([
    [1234.4, '1,234'],
    [0.512, '0.5120'],
    [0.00000003142, '0.0₇3142'],
    [0.0002, '0.0002000'],
    [0, '0'],
    [null, '–'],
    [Number.POSITIVE_INFINITY, '–'],
  ])('%s reads %s', (value, text) => {
    expect(formatPrice(value)).toBe(text)
  })
})
