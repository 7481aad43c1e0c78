import { expect, test, vi } from 'vitest'
import { silentLogger } from '../../lib/logger.ts'
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
