import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import { silentLogger } from '../../lib/logger.ts'
import { openTestStore } from '../../store/testing/test-store.ts'
import type { Store } from '../../store/interface.ts'
import { sampleToken, snapshotJson, tempStore, TOKEN, type TempStore } from '../../store/testing/samples.ts'
import { createCadence, type Cadence } from './snapshot-cadence.ts'

/* The engine is a fake that stores an empty snapshot: the contents are tested with the engine. */

const START = 1_700_000_000
let temp: TempStore
let store: Store
/** Time of the stored state. */
let seconds: number
let isNew: boolean
let taking: number
let live: TokenKey[]
let checks = 0
let cadence: Cadence

beforeEach(async () => {
  temp = tempStore()
  store = await openTestStore(temp.path)
  isNew = true
  taking = 0
  await reach(START)
  live = [TOKEN]
  cadence = createCadence({
    store,
    engine: {
      async takeSnapshot(token) {
        taking += 1
        if (isNew) await store.write.saveSnapshot({ token, json: snapshotJson(seconds) })
        return { timestamp: seconds, wallets: 0, links: 0, isNew }
      },
    },
    follow: { live: () => ((checks += 1), live) },
    logger: silentLogger,
    checkEveryMs: 5,
  })
})
afterEach(async () => {
  await cadence.close()
  await store.close()
  temp.remove()
})

async function reach(time: number): Promise<void> {
  seconds = time
  await store.write.saveToken(sampleToken({ asOf: time }))
}

const taken = (): Promise<number[]> => store.read.snapshotTimestamps(TOKEN)
const until = (expected: readonly number[]): Promise<unknown> => vi.waitFor(async () => expect(await taken()).toEqual(expected), { timeout: 10_000 })

test('a followed token gets a snapshot per interval, and no more', async () => {
  await cadence.set(10)
  expect(await cadence.minutes()).toBe(10)
  await until([START])
  await reach(START + 599)
  await store.read.setting('any')
  await reach(START + 600)
  await until([START, START + 600])
})

test('no snapshot is taken without an interval, or of a token that is not followed', async () => {
  live = []
  await cadence.set(1)
  await reach(START + 3_600)
  await cadence.close()
  expect(await taken()).toEqual([])
  await cadence.set(null)
  expect(await cadence.minutes()).toBeNull()
})

test('a state equal to the newest snapshot is checked once per interval', async () => {
  await cadence.set(10)
  await until([START])
  isNew = false
  await reach(START + 700)
  await vi.waitFor(() => expect(taking).toBe(2), { timeout: 10_000 })
  await reach(START + 1_299)
  isNew = true
  await store.read.setting('any')
  expect(taking).toBe(2)
  await reach(START + 1_300)
  await until([START, START + 1_300])
})

test('what was found about a token is forgotten once it is no longer followed', async () => {
  await cadence.set(10)
  await until([START])
  isNew = false
  await reach(START + 700)
  await vi.waitFor(() => expect(taking).toBe(2), { timeout: 10_000 })
  live = []
  const before = checks
  await vi.waitFor(() => expect(checks).toBeGreaterThan(before + 1), { timeout: 10_000 })
  live = [TOKEN]
  await vi.waitFor(() => expect(taking).toBe(3), { timeout: 10_000 })
})
