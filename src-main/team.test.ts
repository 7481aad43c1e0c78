import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FollowRecord } from '../src-shared/contract/records/follow.ts'
import type { Bus } from './bus/interface.ts'
import { createAnsweringBus } from './bus/testing/answering-bus.ts'
import type { ChainAdapter } from './chains/adapter.ts'
import { loadConfig } from './config/config.ts'
import { createAdapters } from './ingest/adapters.ts'
import { readScanWeights } from './ingest/scan/read-weights.ts'
import { createServices } from './ingest/services/services.ts'
import { createOffChainConsent } from './ingest/settings/off-chain-consent.ts'
import { quietEngine } from './ingest/testing/quiet-engine.ts'
import { systemClock } from './lib/clock.ts'
import { silentLogger } from './lib/logger.ts'
import type { Reading } from './reading.ts'
import type { Store } from './store/interface.ts'
import { sampleTrade, tempStore, TOKEN, type TempStore } from './store/testing/samples.ts'
import { openTestStore } from './store/testing/test-store.ts'
import { openTeam } from './team.ts'

/** A process that answers clients and one that reads, on one store and one bus, in the process of the test (docs/team.md#roles). */

const weights = readScanWeights(fileURLToPath(new URL('../resources', import.meta.url)))

let temp: TempStore
let store: Store
let bus: Bus
const opened: Reading[] = []

beforeEach(async () => {
  temp = tempStore()
  store = await openTestStore(temp.path)
  bus = createAnsweringBus()
})
afterEach(async () => {
  for (const reading of opened.splice(0).reverse()) await reading.close()
  await store.close()
  temp.remove()
})

async function open(role: 'api' | 'worker', own: Store = store): Promise<Reading> {
  const config = await loadConfig({ dataDir: dirname(temp.path), role, store: 'postgres://127.0.0.1/none', bus: 'nats://127.0.0.1' }, {})
  const adapter = { network: TOKEN.network, holderSource: 'replayed', close: async () => undefined } as unknown as ChainAdapter
  const adapters = createAdapters({ sources: role === 'api' ? {} : { [TOKEN.network]: ['http://127.0.0.1:1'] }, openAdapter: () => adapter })
  const services = createServices({ config, logger: silentLogger })
  const shared = { bus, clock: systemClock, logger: silentLogger, engine: quietEngine(), nativeNow: async () => null, weights }
  const reading = openTeam({ ...shared, config, store: own, adapters, services, offChain: createOffChainConsent(config) })
  opened.push(reading)
  return reading
}

const live: FollowRecord = {
  ...{ following: true, kept: false, state: 'live', behind: 0, message: null, last_block: 9, since: 1, withdrawn: null },
}

test('what one process sets is applied by the one that reads', async () => {
  const asked: string[] = []
  const firehoseKeepHours: Store['read']['firehoseKeepHours'] = () => (asked.push('kept hours'), store.read.firehoseKeepHours())
  const watchRules: Store['read']['watchRules'] = () => (asked.push('watch rules'), store.read.watchRules())
  const worker = await open('worker', { ...store, read: { ...store.read, firehoseKeepHours, watchRules } })
  await worker.start()
  const api = await open('api')
  asked.length = 0
  await api.follow.keepFor(24)
  expect(await store.read.firehoseKeepHours()).toBe(24)
  await api.watch.rulesChanged()
  await expect.poll(() => asked).toEqual(['kept hours', 'watch rules'])
})

test('only the process that reads answers the others', async () => {
  const api = await open('api')
  await api.start()
  expect([api.jobs.canRead(TOKEN.network), api.scanner.canScan(TOKEN.network)]).toEqual([false, false])
  await expect(api.jobs.start(TOKEN, { depth: 1, sinceBlock: null })).rejects.toThrow('No worker of this service reads')
  const worker = await open('worker')
  expect(api.jobs.canRead(TOKEN.network)).toBe(false)
  await worker.start()
  expect(api.jobs.canRead(TOKEN.network)).toBe(true)
})

test('states of following are heard as this process knows them, and its own are not published to the others', async () => {
  const api = await open('api')
  const [heard, others]: [string[], string[]] = [[], []]
  for (const stream of ['follow', 'trades'] as const) {
    api.bus.subscribe(stream, () => heard.push(stream))
    bus.subscribe(stream, () => others.push(stream))
  }
  bus.publish('follow', TOKEN, live)
  expect(api.follow.live()).toEqual([TOKEN])
  api.bus.publish('follow', TOKEN, { ...live, state: 'behind' })
  expect([heard, others]).toEqual([['follow', 'follow'], ['follow']])
  expect(api.follow.live()).toEqual([TOKEN])
  api.bus.publish('trades', TOKEN, { kind: 'stored', trades: [sampleTrade()], rows: [1] })
  expect([heard.at(-1), others.at(-1)]).toEqual(['trades', 'trades'])
})
