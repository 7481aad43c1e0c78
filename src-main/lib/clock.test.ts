import { expect, it } from 'vitest'
import { isWithin } from './clock.ts'

it('a stored time is recent for its duration, and not after the clock was set back behind it', () => {
  const at = Date.UTC(2026, 0, 1)
  const isRecentAfter = (ms: number): boolean => isWithin(15_000, at, { now: () => at + ms })
  expect([0, 14_999, 15_000, 86_400_000, -1, -3_600_000].map(isRecentAfter)).toEqual([true, true, false, false, false, false])
})
