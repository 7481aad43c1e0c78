import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { createLocalBus } from '../../bus/local-bus.ts'
import type { Bus } from '../../bus/interface.ts'
import type { ChainAdapter } from '../../chains/adapter.ts'
import { AppError } from '../../lib/app-error.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import type { Store } from '../../store/interface.ts'
import { tempStore, TOKEN, type TempStore } from '../../store/testing/samples.ts'
import { openTestStore } from '../../store/testing/test-store.ts'
import { createAdapters, type Adapters } from '../adapters.ts'
import { quietEngine } from '../testing/quiet-engine.ts'
import { createTraces, type Traces } from '../trace/traces.ts'
import { createSharedTraces } from './shared-traces.ts'

/*
 * One process that only serves and one that runs traces, on one store and an in-process bus. The reads of a trace are not played: it waits for the
 * head of the chain, and fails once it has it.
 */

const REQUEST = { network: TOKEN.network, wallet: trustedAddress(`0x${'1'.repeat(40)}`), coin: null, direction: 'out' } as const

let temp: TempStore
let store: Store
let bus: Bus
let adapters: Adapters
/** One entry per request for the head. */
const heads: { readonly signal: AbortSignal; fail(error: Error): void }[] = []
const opened: { close(): Promise<void> }[] = []

beforeEach(async () => {
  temp = tempStore()
  store = await openTestStore(temp.path)
  bus = createLocalBus()
  heads.length = 0
  const head: ChainAdapter['head'] = (signal = new AbortController().signal) =>
    new Promise((_, reject) => heads.push({ signal, fail: (error) => reject(error) }))
  const adapter = { network: TOKEN.network, head, close: async () => undefined } as unknown as ChainAdapter
  adapters = createAdapters({ sources: { [TOKEN.network]: ['http://127.0.0.1:1'] }, openAdapter: () => adapter })
})
afterEach(async () => {
  for (const { fail } of heads) fail(new Error('the test is over'))
  for (const one of opened.splice(0).reverse()) await one.close()
  await store.close()
  temp.remove()
})

function openTraces(runs: boolean, through: Store = store): Traces {
  const options = { store: through, engine: quietEngine(), adapters, clock: systemClock, logger: silentLogger, isShared: true }
  const traces = createSharedTraces({ ...options, bus, own: runs ? createTraces(options) : null })
  opened.push(traces)
  return traces
}

const stateOf = async (id: string): Promise<string | undefined> => (await store.read.trace(id))?.state
const noNode = new AppError('source_unavailable', { message: 'The node does not answer.' })

/** Starts a trace at a process that serves, and returns once a worker runs it. */
async function startRunning(): Promise<{ readonly serving: Traces; readonly worker: Traces; readonly id: string }> {
  const serving = openTraces(false)
  const { id } = await serving.start(REQUEST)
  const worker = openTraces(true)
  await worker.resumeInterrupted()
  await vi.waitUntil(() => heads.length === 1)
  return { serving, worker, id }
}

test('a trace is run by a worker, and cancelled and started again by the process that serves', async () => {
  const { serving, worker, id } = await startRunning()
  expect((await serving.cancel(id)).state).toBe('cancelled')
  expect(heads[0]?.signal.aborted).toBe(true)
  heads[0]?.fail(new Error('aborted'))

  expect((await serving.resume(id)).state).toBe('running')
  await worker.resumeInterrupted()
  await vi.waitUntil(() => heads.length === 2)
  heads[1]?.fail(noNode)
  await vi.waitUntil(async () => (await stateOf(id)) === 'failed')
  expect(await serving.get(id)).toMatchObject({ state: 'failed', error: 'The node does not answer.' })
  expect((await serving.cancel(id)).state).toBe('failed')
  expect(await stateOf(id)).toBe('failed')
  await expect(serving.cancel('unknown')).rejects.toThrow('There is no trace with this id.')
})

test('a trace that ends while it is cancelled keeps its end', async () => {
  const { id } = await openTraces(false).start(REQUEST)
  const { saveTrace } = store.write
  const ends: Store['write']['saveTrace'] = async (trace) => {
    await saveTrace({ ...trace, state: 'done' })
    await saveTrace(trace)
  }
  expect((await openTraces(false, { ...store, write: { ...store.write, saveTrace: ends } }).cancel(id)).state).toBe('done')
  expect(await stateOf(id)).toBe('done')
})

test('a worker that missed the message of a cancel stops when it looks for work, and its end does not replace the cancel', async () => {
  const { subscribe } = bus
  bus = { ...bus, subscribe: (stream, ...rest) => subscribe(stream === 'stops' ? 'settings' : stream, ...(rest as [never])) }
  const { serving, worker, id } = await startRunning()
  await serving.cancel(id)
  expect(heads[0]?.signal.aborted).toBe(false)
  await worker.resumeInterrupted()
  await vi.waitUntil(() => heads[0]?.signal.aborted)
  heads[0]?.fail(noNode)
  await turn()
  expect(await stateOf(id)).toBe('cancelled')
})

test('a trace that is started again before its worker has stopped goes on', async () => {
  const { serving, worker, id } = await startRunning()
  await serving.cancel(id)
  await serving.resume(id)
  heads[0]?.fail(new Error('aborted'))
  await vi.waitUntil(async () => {
    await worker.resumeInterrupted()
    return heads.length === 2
  })
  expect(await stateOf(id)).toBe('running')
})

test('a trace that its worker left is running again at another one', async () => {
  const { serving, worker, id } = await startRunning()
  const closed = worker.close()
  await vi.waitUntil(() => heads[0]?.signal.aborted)
  heads[0]?.fail(new Error('aborted'))
  await closed
  expect((await serving.get(id))?.state).toBe('interrupted')
  await openTraces(true).resumeInterrupted()
  await vi.waitUntil(() => heads.length === 2)
  expect((await serving.get(id))?.state).toBe('running')
})
