import { expect, test, vi } from 'vitest'
import { FIREHOSE } from '../../../src-shared/contract/streams.ts'
import type { BusSubject } from '../../bus/events.ts'
import { ABSENT } from '../../bus/interface.ts'
import { silentLogger } from '../../lib/logger.ts'
import type { TradesWatch } from '../follow/interface.ts'
import { followWatched } from './watched.ts'

test('what waits after a fault is tried again as soon as the store is back', async () => {
  vi.useFakeTimers()
  const recovered = vi.fn()
  let isAway = false
  const follow = {
    watch: vi.fn(),
    watchTrades: vi.fn(),
    resume: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve()),
    sourceRecovered: recovered,
  }
  const watched = followWatched({ bus: { present: () => [] }, follow, logger: silentLogger, announce: () => undefined })
  const look = (): Promise<unknown> => vi.advanceTimersByTimeAsync(500)
  await look()
  isAway = true
  await look()
  expect(recovered).not.toHaveBeenCalled()
  isAway = false
  await look()
  const networks = recovered.mock.calls.length
  expect(recovered).toHaveBeenCalledWith('eth')
  await look()
  expect(recovered).toHaveBeenCalledTimes(networks)
  vi.useRealTimers()
  await watched.close()
})

test('what clients watch is followed once, a network as a whole, and no longer than they do', async () => {
  vi.useFakeTimers()
  const [token, whole] = [{ network: 'eth', address: `0x${'a'.repeat(40)}` } as const, { network: 'sol', address: FIREHOSE } as const]
  let watches: readonly BusSubject[] = []
  const stops = { token: vi.fn(), whole: vi.fn() }
  const covered = vi.fn(() => Promise.reject(new Error('no source')))
  const follow = {
    watch: vi.fn(() => stops.token),
    watchTrades: vi.fn(() => ({ covered, stop: stops.whole }) as unknown as TradesWatch),
    resume: () => Promise.resolve(),
    sourceRecovered: () => undefined,
  }
  const bus = {
    present: () => [
      { ...ABSENT, watches },
      { ...ABSENT, watches },
    ],
  }
  const announce = vi.fn()
  const watched = followWatched({ bus, follow, logger: silentLogger, announce })
  const look = (): Promise<unknown> => vi.advanceTimersByTimeAsync(500)
  watches = [token, whole]
  await look()
  await look()
  expect(follow.watch.mock.calls).toEqual([[token]])
  expect(follow.watchTrades.mock.calls).toEqual([['sol', FIREHOSE]])
  expect([covered.mock.calls.length, announce.mock.calls.length]).toEqual([1, 2])
  watches = [whole]
  await look()
  expect([stops.token.mock.calls.length, stops.whole.mock.calls.length]).toEqual([1, 0])
  vi.useRealTimers()
  await watched.close()
  expect(stops.whole).toHaveBeenCalledTimes(1)
})
