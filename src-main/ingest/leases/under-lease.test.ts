import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Bus, Lease } from '../../bus/interface.ts'
import { createLocalBus } from '../../bus/local-bus.ts'
import type { BusEvents } from '../../bus/events.ts'
import { silentLogger } from '../../lib/logger.ts'
import { openStore } from '../../store/client.ts'
import { openTestStore } from '../../store/testing/test-store.ts'
import type { Store } from '../../store/interface.ts'
import { missingPostgres, startPostgres } from '../../../e2e/fixtures/postgres.ts'
import { sampleTrade, tempStore, TOKEN, wallet, type TempStore } from '../../store/testing/samples.ts'
import { heldStore, underLease } from './under-lease.ts'
import { publishUnsent } from './unsent-trades.ts'

let temp: TempStore
let store: Store
beforeEach(async () => {
  temp = tempStore()
  store = await openTestStore(temp.path)
})
afterEach(async () => {
  await store.close()
  temp.remove()
})

/** A lease among several processes, until `lose`. */
function sharedLease(): { lease: Lease; lose: () => void } {
  const abort = new AbortController()
  const lease: Lease = { subject: TOKEN, fence: 7, lost: abort.signal, isHeld: () => !abort.signal.aborted, release: async () => undefined }
  return { lease, lose: () => abort.abort(new Error('lost')) }
}

describe('work under a lease', () => {
  test('is aborted and writes nothing once the lease is lost', async () => {
    const { lease, lose } = sharedLease()
    await underLease({ bus: { lease: async () => lease }, store }, TOKEN, new AbortController().signal, async (held) => {
      await held.store.write.saveSetting({ name: 'a', value: 'before' })
      lose()
      expect(held.signal.aborted).toBe(true)
      await expect(held.store.write.saveSetting({ name: 'a', value: 'after' })).rejects.toThrow('Another process of the service reads this now.')
    })
    expect(await store.read.setting('a')).toBe('before')
  })

  test('has the store itself where there is one process', async () => {
    const lease = await createLocalBus().lease(TOKEN, new AbortController().signal)
    expect(heldStore(store, lease)).toBe(store)
  })
})

describe.skipIf(missingPostgres !== null)(`a store that processes share${missingPostgres === null ? '' : ` (${missingPostgres})`}`, () => {
  test('refuses the write of a process that does not know yet that its lease moved', async ({ onTestFinished }) => {
    const server = await startPostgres()
    const shared = await openStore({ location: { postgres: server.url() }, logger: silentLogger })
    onTestFinished(async () => {
      await shared.close()
      await server.remove()
    })
    const write = (fence: number, value: string, meanwhile: () => Promise<void> = async () => undefined): Promise<void> =>
      underLease(
        { bus: { lease: async () => ({ ...sharedLease().lease, fence }) }, store: shared },
        TOKEN,
        new AbortController().signal,
        async (held) => {
          await meanwhile()
          await held.store.write.saveSetting({ name: 'a', value })
        },
      )
    await expect(write(7, 'paused', () => write(8, 'next'))).rejects.toMatchObject({ code: 'conflict' })
    expect(await shared.read.setting('a')).toBe('next')
  })
})

test('a worker that takes over publishes what was stored or reverted and not published, and nothing else', async () => {
  const clock = { now: () => 1_700_000_000_000 }
  const at = (block: number) => sampleTrade({ tx: `0x${block}`, position: { block, tx: 0, event: 0 }, time: 1_700_000_000 - 200 + block })
  const rows = [at(10), at(100), at(110)].map((trade) => ({ ...trade, tokenIn: { ...trade.tokenIn, token: TOKEN.address } }))
  const { ids } = await store.write.saveTrades({ network: 'eth', rows, token: null, covers: null })
  await store.write.saveTrades({
    network: 'eth',
    rows: [{ ...at(120), tokenIn: { ...at(120).tokenIn, token: wallet(1) }, tokenOut: { ...at(120).tokenOut, token: wallet(2) } }],
    token: null,
    covers: null,
  })
  const published = async (lastRow: number | null): Promise<readonly number[]> => {
    const events: BusEvents['trades'][] = []
    const bus: Bus = createLocalBus()
    bus.subscribe('trades', (_token, event) => events.push(event))
    await publishUnsent({ store, bus: { ...bus, lastRow: async () => lastRow }, clock }, TOKEN)
    return events.flatMap((event) => (event.kind === 'reverted' ? event.retractions.map((retraction) => -retraction) : (event.rows ?? [])))
  }
  expect(await published(ids[1] ?? 0)).toEqual([ids[2]])
  expect(await published(ids[2] ?? 0)).toEqual([])
  // If the bus has no trade of the token, only those of the last two minutes.
  expect(await published(null)).toEqual([ids[1], ids[2]])
  const { retractions } = await store.write.rollBackBlocks({ token: TOKEN, from: 110 })
  expect(await published(ids[2] ?? 0)).toEqual(retractions.map((retraction) => -retraction))
  expect(await published(retractions[0] ?? 0)).toEqual([])
  const { ids: later } = await store.write.saveTrades({ network: 'eth', rows: rows.slice(2), token: null, covers: null })
  expect(await published(ids[0] ?? 0)).toEqual([ids[1], ...retractions.map((retraction) => -retraction), ...later])
})
