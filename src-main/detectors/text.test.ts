import { expect, it } from 'vitest'
import { unitsText } from '../../src-shared/domain/shown.ts'
import { countText, durationText, limitText } from './text.ts'

it.each([
  [0, '0'],
  [0.000000012345, '0.00000001235'],
  [0.00123456, '0.001235'],
  [999.96, '1,000'],
  [1_234_567.4, '1,234,567'],
])('%d of something is %s', (units, text) => expect(unitsText(units)).toBe(text))

it.each([
  [0, 'less than a second'],
  [1, 'one second'],
  [5_400, '1.5 hours'],
  [86_400, 'one day'],
  [129_600, '1.5 days'],
  [604_800, '7 days'],
  [1_000_000, '12 days'],
])('%d seconds are %s', (seconds, text) => expect(durationText(seconds)).toBe(text))

it('counts, and shares that a rule sets with every digit', () => {
  expect([countText(1, 'wallet'), countText(2_500, 'wallet'), limitText(0.0000002), limitText(123_456)]).toEqual([
    'one wallet',
    '2,500 wallets',
    '0.0000002 %',
    '123,456 %',
  ])
})
