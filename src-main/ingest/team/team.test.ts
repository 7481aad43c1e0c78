import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Bus, Presence } from '../../bus/interface.ts'
import { createAnsweringBus } from '../../bus/testing/answering-bus.ts'
import type { ChainAdapter } from '../../chains/adapter.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import type { Store } from '../../store/interface.ts'
import { tempStore, TOKEN, type TempStore } from '../../store/testing/samples.ts'
import { openTestStore } from '../../store/testing/test-store.ts'
import { createAdapters, type Adapters } from '../adapters.ts'
import { createJobs } from '../jobs/jobs.ts'
import type { Jobs } from '../jobs/interface.ts'
import type { Scanner } from '../scan/scanner.ts'
import { quietEngine } from '../testing/quiet-engine.ts'
import { answerQuestions, createRemoteScanner } from './answers.ts'
import { createOwnPresence } from './presence.ts'
import { createRemoteAdapters } from './remote-adapters.ts'
import { createSharedJobs } from './shared-jobs.ts'

/*
 * One process that only serves and one that reads, on one store. The bus is in-process, with questions answered on it. That messages cross a network,
 * and that a lease has one holder, is tested on NATS (`src-main/bus/nats`, `e2e/specs/team-jobs.spec.ts`).
 */

const OPTIONS = { depth: 10, sinceBlock: null }

let temp: TempStore
let store: Store
let bus: Bus
let adapters: Adapters
let readToken: ChainAdapter['token']
const opened: { close(): Promise<void> }[] = []

beforeEach(async () => {
  temp = tempStore()
  store = await openTestStore(temp.path)
  bus = createAnsweringBus()
  const adapter = {
    network: TOKEN.network,
    holderSource: 'replayed',
    head: async () => ({ number: 100, hash: 'h', time: 1 }),
    token: (...args: Parameters<ChainAdapter['token']>) => readToken(...args),
    security: async () => null,
    waiting: () => [],
    close: async () => undefined,
  } as unknown as ChainAdapter
  adapters = createAdapters({ sources: { [TOKEN.network]: ['http://127.0.0.1:1'] }, openAdapter: () => adapter })
})
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
  await store.close()
  temp.remove()
})

function openJobs(own: boolean): Jobs {
  const shared = { store, bus, adapters: createRemoteAdapters(bus), clock: systemClock, logger: silentLogger }
  const jobs = own ? createJobs({ ...shared, adapters, engine: quietEngine() }) : null
  if (jobs !== null) opened.push(jobs)
  const made = createSharedJobs({ ...shared, own: jobs === null ? null : { jobs, adapters } })
  opened.push(made)
  return made
}

const scanner = (canScan: boolean): Scanner => ({
  canScan: () => canScan,
  scan: async ({ address }) => ({ id: 7, report: { token_address: address } }) as never,
  close: async () => undefined,
})

const announce = (canScan = true): void => createOwnPresence(bus, () => ({ adapters, scanner: scanner(canScan) })).announce()

test('a job is read by the worker, and cancelled, resumed and waited for by the process that serves', async () => {
  const reads: AbortSignal[] = []
  readToken = (_address, _at, signal) => {
    reads.push(signal)
    return reads.length > 1
      ? Promise.resolve(null)
      : new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  }
  const serving = openJobs(false)
  expect(serving.canRead(TOKEN.network)).toBe(false)
  await expect(serving.start(TOKEN, OPTIONS)).rejects.toThrow('No worker of this service reads')
  announce()
  openJobs(true)

  const { id, state } = await serving.start(TOKEN, OPTIONS)
  expect(state).toBe('queued')
  expect((await serving.start(TOKEN, OPTIONS)).id).toBe(id)
  await vi.waitUntil(() => reads.length === 1)
  expect((await serving.list()).map((job) => job.id)).toEqual([id])

  const ended = serving.ended(id)
  expect((await serving.cancel(id)).state).toBe('cancelled')
  expect((await ended).state).toBe('cancelled')
  await vi.waitUntil(() => reads[0]?.aborted)

  expect((await serving.resume(id)).state).toBe('queued')
  expect(await serving.answered(id)).toMatchObject({ id, state: 'failed', error: expect.stringContaining('There is no token') as string })
  expect(reads).toHaveLength(2)
  await expect(serving.cancel(id)).rejects.toThrow('This job has ended')
  await expect(serving.cancel('unknown')).rejects.toThrow('There is no job with this id.')
})

test('callers that wait for the same job share one subscription', async () => {
  announce()
  const serving = openJobs(false)
  const { id } = await serving.start(TOKEN, OPTIONS)
  const { subscribe } = bus
  let subscriptions = 0
  bus.subscribe = (...wanted) => {
    subscriptions += 1
    const subscription = subscribe(...wanted)
    return { ...subscription, stop: () => (subscription.stop(), (subscriptions -= 1)) }
  }
  const ended = Array.from({ length: 5 }, () => serving.ended(id))
  await expect.poll(() => subscriptions).toBe(1)
  await serving.get(id)
  expect(subscriptions).toBe(1)
  await serving.cancel(id)
  expect((await Promise.all(ended)).map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => 'cancelled'))
  expect(subscriptions).toBe(0)
})

test('a job that ends while it is cancelled keeps its end', async () => {
  announce()
  const { id } = await openJobs(false).start(TOKEN, OPTIONS)
  const saveJob = store.write.saveJob
  const ends: Store['write']['saveJob'] = async (job) => {
    await saveJob({ ...job, state: 'done' })
    await saveJob(job)
  }
  store = { ...store, write: { ...store.write, saveJob: ends } }
  await expect(openJobs(false).cancel(id)).rejects.toThrow('This job has ended; there is nothing to cancel.')
  expect((await store.read.job(id))?.state).toBe('done')
})

test('a job that is resumed before its worker has stopped goes on', async () => {
  const reads: ((error: Error) => void)[] = []
  readToken = (_address, _at, signal) =>
    new Promise((_, reject) => {
      if (reads.push(reject) > 1) signal.addEventListener('abort', () => reject(signal.reason as Error))
    })
  announce()
  const serving = openJobs(false)
  const worker = openJobs(true)
  const { id } = await serving.start(TOKEN, OPTIONS)
  await vi.waitUntil(() => reads.length === 1)
  const cancelled = await serving.cancel(id)
  await serving.resume(id)
  reads[0]?.(new Error('aborted'))
  expect(cancelled.stages.filter(({ state }) => state === 'running')).toEqual([])
  await vi.waitUntil(async () => {
    await worker.resumeInterrupted()
    return reads.length === 2
  })
  expect((await store.read.job(id))?.state).toBe('running')
})

test('what waits in the store is taken by a worker that starts later', async () => {
  readToken = () => Promise.resolve(null)
  announce()
  const serving = openJobs(false)
  const { id } = await serving.start(TOKEN, OPTIONS)
  expect((await store.read.job(id))?.state).toBe('queued')
  await openJobs(true).resumeInterrupted()
  expect((await serving.ended(id)).state).toBe('failed')
})

test('a read whose lease could not be taken, as without a database, is begun again', async () => {
  readToken = () => Promise.resolve(null)
  announce()
  const lease = vi.spyOn(bus, 'lease').mockRejectedValueOnce(new Error('The server does not answer.'))
  const serving = openJobs(false)
  const { id } = await serving.start(TOKEN, OPTIONS)
  openJobs(true)
  expect(await serving.ended(id)).toMatchObject({ state: 'failed', error: expect.stringContaining('There is no token') as string })
  expect(lease).toHaveBeenCalledTimes(2)
})

test('scans and chains are asked of a worker that announced them', async () => {
  const remote = createRemoteScanner(bus)
  expect(remote.canScan(TOKEN.network)).toBe(false)
  await expect(remote.scan(TOKEN)).rejects.toMatchObject({ code: 'source_unavailable' })
  const never = new AbortController().signal
  answerQuestions({ bus, store, adapters, scanner: scanner(true), price: async (_network, trades) => [...trades], stopping: never })

  announce(false)
  expect(remote.canScan(TOKEN.network)).toBe(false)
  announce()
  expect(remote.canScan(TOKEN.network)).toBe(true)
  expect(await remote.scan(TOKEN)).toEqual({ id: 7, report: { token_address: TOKEN.address } })
  expect(bus.present()).toEqual<Presence[]>([{ reads: [TOKEN.network], scans: [TOKEN.network], wholes: [], watches: [], subscriptions: {} }])
  expect(createRemoteAdapters(bus).get(TOKEN.network).wholeNetwork).toBeUndefined()
})
