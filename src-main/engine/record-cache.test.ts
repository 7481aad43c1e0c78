import { expect, test } from 'vitest'
import { trustedAddress, type TokenKey } from '../../src-shared/domain/address.ts'
import type { FirstRead } from '../../src-shared/domain/token.ts'
import { silentLogger } from '../lib/logger.ts'
import type { StoredToken } from '../store/interface.ts'
import { STREAMED_NAMES, type ComputedRecords } from './messages.ts'
import { RecordCache, type RecordCacheDeps } from './record-cache.ts'

const token: TokenKey = { network: 'eth', address: trustedAddress('0x0000000000000000000000000000000000000001') }
const bytes = { json: new Uint8Array(Buffer.from('{}')), etag: 'equal' }
const computedAt = (version: string): ComputedRecords => ({
  version,
  origin: 'node',
  asOf: 1,
  bodies: Object.fromEntries(STREAMED_NAMES.map((name) => [name, bytes])),
  texts: { supply: '{}', insiders: '{}', bundlers: '{}', snipers: '{}' },
  completeness: { unknown: [], publicUnknown: [], coverage: null },
})

/** A client that polls a token in simulated time while each check finds changed facts. Returns the computations. */
async function pollFor(ms: number, costMs: number, firstRead: FirstRead | null, changedAt = Number.POSITIVE_INFINITY): Promise<number> {
  let now = 0
  let revision = 0
  let computed = 0
  const deps = {
    store: {
      read: {
        token: () => Promise.resolve({ ...token, firstRead, revision: ++revision } as unknown as StoredToken),
        setting: () => Promise.resolve(null),
      },
    },
    thread: {
      records: () => {
        computed += 1
        now += costMs
        return Promise.resolve(computedAt(`${revision}`))
      },
    },
    rules: { active: { rules: { version: '1' }, changed: [] } },
    now: () => now,
    logger: silentLogger,
  } as unknown as RecordCacheDeps
  const cache = new RecordCache(deps)
  let isChanged = false
  while (now < ms) {
    if (now >= changedAt && !isChanged) {
      isChanged = true
      cache.countChange(token)
      cache.invalidate(token)
    }
    await cache.streamed(token)
    now += 100
    await new Promise((resolve) => setImmediate(resolve))
  }
  return computed
}

const READING: FirstRead = { ended: false, missing: [] }

test('a polling client keeps the thread busy for a fifth of the time at most while a read writes', async () => {
  expect(await pollFor(60_000, 500, READING)).toBeLessThanOrEqual(0.2 * (60_000 / 500) + 1)
  expect(await pollFor(60_000, 2_000, null)).toBeLessThanOrEqual(0.2 * (60_000 / 2_000) + 2)
})

test('a token that is quick to compute is never older than half a second', async () => {
  expect(await pollFor(60_000, 10, null)).toBeGreaterThanOrEqual(100)
})

test('changed facts of which the cache is told are there with the next request', async () => {
  const before = await pollFor(1_500, 1_000, READING)
  expect(await pollFor(1_500, 1_000, READING, 1_200)).toBe(before + 1)
})

test('a check that fails is logged once, and once more when it works again', async () => {
  let now = 0
  let isDown = false
  const messages: string[] = []
  const log = (_facts: unknown, message: string): void => void messages.push(message)
  const cache = new RecordCache({
    store: {
      read: {
        token: () => (isDown ? Promise.reject(new Error('the database is away')) : Promise.resolve({ ...token, firstRead: null, revision: 1 })),
        setting: () => Promise.resolve(null),
      },
    },
    thread: { records: () => Promise.resolve(computedAt('1')) },
    rules: { active: { rules: { version: '1' }, changed: [] } },
    now: () => now,
    logger: { error: log, info: log },
  } as unknown as RecordCacheDeps)
  const poll = async (): Promise<void> => {
    now += 100
    await cache.streamed(token)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await cache.streamed(token)
  isDown = true
  for (let n = 0; n < 4; n++) await poll()
  isDown = false
  for (let n = 0; n < 4; n++) await poll()
  expect(messages).toEqual(['the check for changed facts failed', 'the check for changed facts works again'])
})
