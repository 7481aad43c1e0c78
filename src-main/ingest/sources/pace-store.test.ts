import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../lib/clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import { openTestStore } from '../../store/testing/test-store.ts'
import type { Store } from '../../store/interface.ts'
import { openPaceStores } from './pace-store.ts'

const KEY = 'a-secret-key-of-a-provider'
const URL_WITH_KEY = `https://node.example/v2/${KEY}`
const folder = mkdtempSync(join(tmpdir(), 'pace-'))
let store: Store
beforeAll(async () => {
  store = await openTestStore(join(folder, 'store.db'))
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})
const open = (): ReturnType<typeof openPaceStores> => openPaceStores({ store, clock: systemClock, logger: silentLogger })

it('remembers the pace of each endpoint of each network, by host and hash of the key', async () => {
  const learnt = { perSecond: 9.8, methods: { getTransaction: 4 } }
  const paces = await open()
  paces('sol').write(URL_WITH_KEY, learnt)
  await expect.poll(() => store.read.endpointLimits()).toHaveLength(1)
  const again = await open()
  expect(again('sol').read(URL_WITH_KEY)).toEqual(learnt)
  expect(again('eth').read(URL_WITH_KEY)).toBeNull()
  expect(again('sol').read(`${URL_WITH_KEY}2`)).toBeNull()
  const [row] = await store.read.endpointLimits()
  expect(row?.endpoint).toMatch(/^node\.example [0-9a-f]{16}$/)
  for (const name of ['store.db', 'store.db-wal']) expect(readFileSync(join(folder, name)).includes(KEY)).toBe(false)
})

it('ignores limits that cannot be', async () => {
  await store.write.saveEndpointLimits({ network: 'eth', endpoint: 'other.example', limits: { perSecond: -1 }, learntAt: 1 })
  expect((await open())('eth').read('https://other.example')).toBeNull()
})
