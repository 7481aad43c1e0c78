import { afterEach, expect, test, vi } from 'vitest'
import { trustedAddress } from '../../src-shared/domain/address.ts'
import { silentLogger } from '../lib/logger.ts'
import { storeUnavailable } from '../lib/store-faults.ts'
import { RecomputeScheduler } from './recompute-scheduler.ts'

const [ONE, OTHER] = ['one', 'other'].map((name) => ({ network: 'sui' as const, address: trustedAddress(name) })) as [Token, Token]
type Token = Parameters<RecomputeScheduler['request']>[0]

const logger = { ...silentLogger, warn: vi.fn(), error: vi.fn() } as unknown as typeof silentLogger
afterEach(() => vi.clearAllMocks())

test('recomputes again once the database answers, and reports the outage once', async () => {
  let isAway = true
  const done: string[] = []
  const recompute = vi.fn(({ address }: Token) => {
    if (isAway) return Promise.reject(storeUnavailable('The server does not answer.', {}, null))
    done.push(address)
    return Promise.resolve()
  })
  const scheduler = new RecomputeScheduler({ recompute, logger, debounceMs: 1, retryMs: 5 })
  scheduler.request(ONE)
  scheduler.request(OTHER)
  await expect.poll(() => recompute.mock.calls.length).toBeGreaterThan(5)
  isAway = false
  await expect.poll(() => done).toEqual(expect.arrayContaining(['one', 'other']))
  await scheduler.close()
  expect(done).toHaveLength(2)
  expect([vi.mocked(logger.warn).mock.calls.length, vi.mocked(logger.error).mock.calls.length]).toEqual([1, 0])
})

test('does not repeat a recomputation that failed for another reason', async () => {
  const recompute = vi.fn(() => Promise.reject(new Error('a defect')))
  const scheduler = new RecomputeScheduler({ recompute, logger, debounceMs: 1, retryMs: 1 })
  scheduler.request(ONE)
  await expect.poll(() => vi.mocked(logger.error).mock.calls.length).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 20))
  await scheduler.close()
  expect(recompute).toHaveBeenCalledTimes(1)
})
