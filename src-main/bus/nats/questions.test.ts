import { connect } from '@nats-io/transport-node'
import { afterEach, expect, test, vi } from 'vitest'
import { natsMissing, spawnNats } from '../../../e2e/fixtures/nats/nats.ts'
import { AppError } from '../../lib/app-error.ts'
import { silentLogger } from '../../lib/logger.ts'
import { openBus } from '../open-bus.ts'

const missing = natsMissing()
const SILENT_MS = 5_000

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const one of opened.splice(0).reverse()) await one.close()
})
const closing = <T extends { close(): Promise<void> }>(one: T): T => (opened.push(one), one)

test.skipIf(missing !== null)(
  `a question goes to another process when the one that has it falls silent${missing === null ? '' : ` (${missing})`}`,
  async () => {
    const nats = await spawnNats()
    closing({ close: () => nats.stop() })
    const asking = closing(await openBus(nats.url, silentLogger))
    await expect(asking.ask('anything', 1)).rejects.toThrow('No worker of the service answers')

    const dying = closing(await connect({ servers: nats.url }))
    const taken = Promise.withResolvers<unknown>()
    dying.subscribe('hs-ask.double', { queue: 'answering', max: 1, callback: () => taken.resolve(null) })
    await dying.flush()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const answer = asking.ask('double', 21)
    await taken.promise
    const worker = closing(await openBus(nats.url, silentLogger))
    worker.answer('double', async (args) => {
      if (typeof args !== 'number') throw new AppError('validation_error', { message: 'This is no number.' })
      return 2 * args
    })
    // Once the server answers a later request of the worker, it has the worker's subscription.
    await expect(worker.ask('anything', 1)).rejects.toThrow('No worker of the service answers')
    vi.advanceTimersByTime(SILENT_MS)
    expect(await answer).toBe(42)
    await expect(asking.ask('double', 'x')).rejects.toMatchObject({ code: 'validation_error', message: 'This is no number.' })
  },
)

test.skipIf(missing !== null)(
  `while no NATS server can be reached, that is said, and the processes that were present stay present${missing === null ? '' : ` (${missing})`}`,
  async () => {
    const nats = await spawnNats()
    closing({ close: () => nats.stop() })
    const [asking, worker] = [closing(await openBus(nats.url, silentLogger)), closing(await openBus(nats.url, silentLogger))]
    worker.announce({ reads: ['eth'] })
    worker.answer('double', async (args) => 2 * Number(args))
    const reads = () => asking.present().flatMap((presence) => presence.reads)
    await expect.poll(reads).toEqual(['eth'])
    await nats.servers[0]?.kill()
    await expect.poll(() => asking.isReachable()).toBe(false)
    const clock = vi.spyOn(performance, 'now')
    const now = performance.now()
    clock.mockImplementation(() => now + 2 * SILENT_MS)
    expect(reads()).toEqual(['eth'])
    clock.mockRestore()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const failing = expect(asking.ask('double', 21)).rejects.toMatchObject({
      ...{ code: 'service_unavailable', message: expect.stringContaining('The NATS server of the service cannot be reached') as string },
    })
    // Each process asked is given up after its silence.
    for (let tried = 0; tried < 3; tried++) await vi.advanceTimersByTimeAsync(SILENT_MS)
    await failing
    vi.useRealTimers()
    await nats.servers[0]?.start()
    await expect.poll(() => asking.isReachable(), { timeout: 10_000 }).toBe(true)
    await expect(asking.ask('anything', 1)).rejects.toMatchObject({ code: 'service_unavailable' })
    await expect.poll(() => asking.ask('double', 21), { timeout: 10_000 }).toBe(42)
  },
)
