import { expect, test } from 'vitest'
import { logLimitNote } from './log-limits.ts'

const token = { createdBlock: 1_000_000, asOfBlock: 2_999_999 }

test('an endpoint without log queries is said to tell no holders at all', () => {
  expect(logLimitNote('bsc', 0, token)).toMatch(/no log queries \(eth_getLogs\).*holders.*cannot be read.*BNB/)
})

test.each([
  [5, '400,000'],
  [10, '200,000'],
])('a range of %i blocks is said with what it costs: %s queries', (range, queries) => {
  expect(logLimitNote('eth', range, token)).toContain(`${queries} queries`)
})

test('a wide range, no limit, or a young token need no word', () => {
  expect(logLimitNote('eth', 10_000, token)).toBeNull()
  expect(logLimitNote('eth', null, token)).toBeNull()
  expect(logLimitNote('eth', 10, { createdBlock: 2_990_000, asOfBlock: 2_999_999 })).toBeNull()
  expect(logLimitNote('eth', 10, { createdBlock: null, asOfBlock: null })).toBeNull()
})
