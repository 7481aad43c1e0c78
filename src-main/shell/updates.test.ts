import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { silentLogger } from '../lib/logger.ts'
import { dialog } from './testing/electron.ts'
import { createUpdates, type Updater } from './updates.ts'

/* The library is a fake here; e2e/electron/desktop.spec.ts runs the real one on a local feed. */

vi.mock('electron', () => import('./testing/electron.ts'))

class FakeUpdater extends EventEmitter {
  autoInstallOnAppQuit = true
  readonly setFeedURL = vi.fn()
  readonly checkForUpdates = vi.fn<Updater['checkForUpdates']>(() => Promise.resolve(null))
}
let fake: FakeUpdater
const load = vi.fn(async () => fake as unknown as Updater)
const quit = vi.fn()
let follow: ReturnType<typeof createUpdates>

beforeEach(() => {
  vi.clearAllMocks()
  vi.useFakeTimers()
  fake = new FakeUpdater()
  follow = createUpdates({ load, quit, logger: silentLogger })
})
afterEach(() => vi.useRealTimers())

it('loads nothing without a feed', async () => {
  await follow(null)
  await vi.advanceTimersByTimeAsync(7 * 24 * 3_600_000)
  expect(load).not.toHaveBeenCalled()
})

it('checks a feed when it is set and daily, and stops when it is removed', async () => {
  await follow('https://example.com/a')
  expect(fake.setFeedURL).toHaveBeenCalledWith({ provider: 'generic', url: 'https://example.com/a' })
  await vi.advanceTimersByTimeAsync(2 * 24 * 3_600_000)
  expect(fake.checkForUpdates).toHaveBeenCalledTimes(3)
  await follow(null)
  expect(fake.autoInstallOnAppQuit).toBe(false)
  await vi.advanceTimersByTimeAsync(2 * 24 * 3_600_000)
  expect(fake.checkForUpdates).toHaveBeenCalledTimes(3)
})

it('survives a feed that does not answer and a download that fails', async () => {
  fake.checkForUpdates.mockRejectedValueOnce(new Error('no answer'))
  await follow('https://example.com/a')
  fake.checkForUpdates.mockResolvedValueOnce({ downloadPromise: Promise.reject(new Error('sha512 checksum mismatch')) })
  await follow('https://example.com/b')
  expect(fake.checkForUpdates).toHaveBeenCalledTimes(2)
})

it('quits to install only when the user says so', async () => {
  await follow('https://example.com/a')
  fake.emit('update-downloaded', { version: '2.0.0' })
  await vi.waitFor(() => expect(dialog.showMessageBox).toHaveBeenCalledOnce())
  expect(quit).not.toHaveBeenCalled()
  dialog.showMessageBox.mockResolvedValueOnce({ response: 0 })
  fake.emit('update-downloaded', { version: '2.0.1' })
  await vi.waitFor(() => expect(quit).toHaveBeenCalledOnce())
})
