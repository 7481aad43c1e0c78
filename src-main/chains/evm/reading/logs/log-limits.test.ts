import { expect, test } from 'vitest'
import { logLimitNote } from './log-limits.ts'

const token = { createdBlock: 1_000_000, asOfBlock: 2_999_999 }

test('notes that an endpoint without log queries provides no holders', () => {
  expect(logLimitNote('bsc', 0, token)).toMatch(/no log queries \(eth_getLogs\).*holders.*cannot be read.*BNB/)
})

test.each([
  [5, '400,000'],
  [10, '200,000'],
])('notes that a range of %i blocks takes %s queries', (range, queries) => {
  expect(logLimitNote('eth', range, token)).toContain(`${queries} queries`)
})

test('returns no note for a wide range, no limit, or a young token', () => {
  expect(logLimitNote('eth', 10_000, token)).toBeNull()
  expect(logLimitNote('eth', null, token)).toBeNull()
  expect(logLimitNote('eth', 10, { createdBlock: 2_990_000, asOfBlock: 2_999_999 })).toBeNull()
  expect(logLimitNote('eth', 10, { createdBlock: null, asOfBlock: null })).toBeNull()
})
