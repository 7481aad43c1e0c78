import { describe, expect, it } from 'vitest'
import { coverageText, distinctPercents, leastPercent, shortAddress, shortPercent, tokenTitle, unitsText, weightText } from './shown.ts'

describe('short addresses', () => {
  it.each([
    ['3gd3dqgtJ4jWfBfLYTX67DALFetjc5iS72sCgRhCkW2u', '3gd…W2u'],
    ['0x1f9840a85d5af5bf1d1762f925bdaddc4201f984', '0x1f9…984'],
    ['0x0000000000000000000000000000000000000000000000000000000000000002::sui::SUI', '0x000…002::sui::SUI'],
    ['native', 'native'],
  ])('%s reads %s', (address, text) => {
    expect(shortAddress(address)).toBe(text)
  })
})

it.each([
  [0, '0 %'],
  [0.004, '<0.01 %'],
  [-0.004, '>-0.01 %'],
  [0.01, '0.01 %'],
  [-12.34, '-12.3 %'],
  [3.325, '3.33 %'],
  [9.996, '10.0 %'],
  [64.904, '64.9 %'],
  [99.949, '99.9 %'],
  [99.95, '>99.9 %'],
  [99.999_999_999_999, '>99.9 %'],
  [-99.96, '<-99.9 %'],
  [100, '100.0 %'],
  [100.04, '100.0 %'],
  [999.9, '999.9 %'],
  [999.96, '1,000 %'],
  [5_789_604_461_865_809, '5,789,604,461,865,809 %'],
  [-1.15792e79, '-1.158e+79 %'],
])('a share of %d reads %s', (value, text) => expect(shortPercent(value)).toBe(text))

it.each([
  [0, '≥ 0 %'],
  [0.004, '>0 %'],
  [3.329, '≥ 3.32 %'],
  [1.15, '≥ 1.15 %'],
  [9.996, '≥ 9.99 %'],
  [99.96, '≥ 99.9 %'],
  [100, '≥ 100.0 %'],
  [999.97, '≥ 999.0 %'],
  [12_345.9, '≥ 12,345 %'],
])('a share of at least %d reads %s', (value, text) => expect(leastPercent(value)).toBe(text))

it.each([
  [0, '0.00'],
  [0.004, '<0.01'],
  [0.6, '0.60'],
  [0.9949, '0.99'],
  [0.996, '>0.99'],
  [1, '1.00'],
])('a weight of %d reads %s', (p, text) => expect(weightText(p)).toBe(text))

it('shares that differ read differently', () => {
  expect(distinctPercents([1.5, 20])).toEqual(['1.50 %', '20.0 %'])
  expect(distinctPercents([19.98, 20.02, 20])).toEqual(['19.98 %', '20.02 %', '20.00 %'])
  expect(distinctPercents([9.9996, 10, 10])).toEqual(['9.9996 %', '10.0000 %', '10.0000 %'])
  expect(distinctPercents([0.004, 0.006])).toEqual(['0.004 %', '0.006 %'])
  expect(distinctPercents([5, 5])).toEqual(['5.00 %', '5.00 %'])
})

it.each([
  ['holders=150/?, trades=missing', '150 holders of an unknown number, no trades'],
  ['holders=500/1234, trades=partial, funding=missing', '500 of 1,234 holders, some trades, no funding'],
])('the coverage %s reads %s', (coverage, text) => {
  expect(coverageText(coverage)).toBe(text)
})

it.each([
  [0, '0'],
  [-0, '0'],
  [12_345.4, '12,345'],
  [0.002_041, '0.002041'],
  [0.000_000_1, '0.0000001'],
  [-100, '-100'],
  [-1_234_567.8, '-1,234,568'],
  [-0.4, '-0.4'],
  [-1e-9, '-0.000000001'],
  [123_400_000_000_000_000_000, '123,400,000,000,000,000,000'],
  [2 ** 256, '1.158e+77'],
  [1e-255, '1e-255'],
])('an amount of %d reads %s', (units, text) => expect(unitsText(units)).toBe(text))

it.each([
  ['Pepper', 'PEP', 'Pepper (PEP)'],
  ['', 'PEP', 'PEP'],
  ['Pepper', '', 'Pepper'],
  ['', '', '0x1f9…984'],
])('a token named %j with the symbol %j is titled %s', (name, symbol, text) => {
  expect(tokenTitle({ name, symbol, address: '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984' })).toBe(text)
})
