import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import { silentLogger } from '../../lib/logger.ts'
import { openStore } from '../../store/client.ts'
import type { Store } from '../../store/interface.ts'
import { sampleSnapshot, sampleToken, tempStore, TOKEN, type TempStore } from '../../store/testing/samples.ts'
import { createCadence, type Cadence } from './snapshot-cadence.ts'

/* The engine is a fake that stores an empty snapshot: the contents are tested with the engine. */

const START = 1_700_000_000
let temp: TempStore
let store: Store
let seconds: number
let live: TokenKey[]
let cadence: Cadence

beforeEach(async () => {
  temp = tempStore()
  store = await openStore({ path: temp.path, logger: silentLogger })
  await store.write.saveToken(sampleToken())
  seconds = START
  live = [TOKEN]
  cadence = createCadence({
    store,
    engine: {
      async takeSnapshot(token, timestamp) {
        const snapshot = sampleSnapshot(timestamp)
        await store.write.saveSnapshot({ token, snapshot })
        return snapshot
      },
    },
    follow: { live: () => live },
    clock: { now: () => seconds * 1000 },
    logger: silentLogger,
    checkEveryMs: 5,
  })
})
afterEach(async () => {
  await cadence.close()
  await store.close()
  temp.remove()
})

const taken = (): Promise<number[]> => store.read.snapshotTimestamps(TOKEN)
const until = (expected: readonly number[]): Promise<unknown> => vi.waitFor(async () => expect(await taken()).toEqual(expected), { timeout: 10_000 })

test('a followed token gets a snapshot per interval, and no more', async () => {
  await cadence.set(10)
  expect(await cadence.minutes()).toBe(10)
  await until([START])
  seconds = START + 599
  await store.read.setting('any')
  seconds = START + 600
  await until([START, START + 600])
})

test('no snapshot is taken without an interval, or of a token that is not followed', async () => {
  live = []
  await cadence.set(1)
  seconds += 3_600
  await cadence.close()
  expect(await taken()).toEqual([])
  await cadence.set(null)
  expect(await cadence.minutes()).toBeNull()
})
