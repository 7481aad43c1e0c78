import { expect, it } from 'vitest'
import { knownLiquidity } from './known-liquidity.ts'

const [full, empty] = [{ quoteRaw: 9n }, { quoteRaw: 0n }]

it.each([
  ['all were read', [full, empty], 0, true],
  ['one was not, and another has some', [full, empty], 1, true],
  ['all were read and have nothing', [empty, empty], 0, true],
  ['one was not, and the others have nothing', [empty, empty], 1, false],
  ['none was', [], 1, false],
  ['there are none', [], 0, true],
] as const)('what the pools have, if %s', (_name, read, unread, isKnown) => {
  expect(knownLiquidity(read, unread)).toEqual(isKnown ? read : null)
})
