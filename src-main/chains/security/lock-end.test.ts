import { expect, it } from 'vitest'
import { lockEnd } from './lock-end.ts'

it.each([
  [1_800_000_000n, 1_800_000_000],
  [253_402_300_800n, 253_402_300_799],
  [2n ** 64n - 1n, 253_402_300_799],
  [2n ** 256n - 1n, 253_402_300_799],
])('a lock to %s ends at %s', (value, end) => {
  expect(lockEnd(value)).toBe(end)
})
