import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLogger } from '../../lib/logger.ts'
import { openStore } from '../client.ts'
import type { Store } from '../interface.ts'
import { missingPostgres, startPostgres, type PostgresServer } from '../../../e2e/fixtures/postgres.ts'
import { sampleToken, sampleTrade, sampleTransfer, TOKEN, txHash } from '../testing/samples.ts'

const RESOURCE = 'eth token'
const TAKEN = { code: 'conflict', message: 'Another process works on this now, so nothing was written here.' }
const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => sampleTransfer({ position: { block: from + i, tx: 0, event: 0 }, tx: txHash(from + i) }))

describe.skipIf(missingPostgres !== null)('two processes on one database', () => {
  let server: PostgresServer
  let one: Store
  let other: Store
  beforeAll(async () => {
    server = await startPostgres()
    one = await openStore({ location: { postgres: server.url() }, logger: silentLogger })
    other = await openStore({ location: { postgres: server.url() }, logger: silentLogger })
  })
  afterAll(async () => {
    await Promise.all([one.close(), other.close()])
    await server.remove()
  })

  it('writes nothing once another one has taken the lease', async () => {
    const before = one.writeUnder({ resource: RESOURCE, revision: 1 })
    await before.saveToken(sampleToken())
    expect(await before.saveTransfers({ token: TOKEN, rows: rows(1, 2), covers: { from: 1, to: 2 } })).toBe(2)
    await other.write.takeFence({ resource: RESOURCE, revision: 2 })
    const state = async () => [await one.read.token(TOKEN), await one.read.covered({ token: TOKEN, what: 'transfers' })]
    const unchanged = await state()
    await expect(before.saveTransfers({ token: TOKEN, rows: rows(3, 2), covers: { from: 3, to: 4 } })).rejects.toMatchObject(TAKEN)
    await expect(before.takeFence({ resource: RESOURCE, revision: 1 })).rejects.toMatchObject(TAKEN)
    await expect(
      before.together({
        calls: [
          { name: 'saveTrades', args: { network: 'eth', rows: [sampleTrade()], token: TOKEN, covers: null } },
          { name: 'saveNotes', args: { token: TOKEN, notes: ['late'] } },
        ],
      }),
    ).rejects.toMatchObject(TAKEN)
    expect(await state()).toEqual(unchanged)
    expect(await one.read.transfers({ token: TOKEN, limit: null })).toEqual(rows(1, 2))
    expect(await other.writeUnder({ resource: RESOURCE, revision: 2 }).saveTransfers({ token: TOKEN, rows: rows(3, 2), covers: null })).toBe(2)
    // Other resources, and writes without a lease, continue.
    await one.writeUnder({ resource: 'eth other', revision: 1 }).saveNotes({ token: TOKEN, notes: ['on time'] })
    await one.write.saveSetting({ name: 'a', value: 'b' })
    expect((await other.read.token(TOKEN))?.notes).toEqual(['on time'])
  })

  it('stores trades that both read once, and numbers all of them without a gap', async () => {
    const trade = (n: number) => sampleTrade({ tx: txHash(1_000 + n), position: { block: 300 + n, tx: 0, event: 0 } })
    const trades = Array.from({ length: 400 }, (_, n) => trade(n))
    const parts = (store: Store, from: number) =>
      Array.from({ length: 10 }, (_, i) =>
        store.write.saveTrades({ network: 'eth', rows: trades.slice(from + i * 20, from + i * 20 + 60), token: null, covers: null }),
      )
    const added = (await Promise.all([...parts(one, 0), ...parts(other, 100)])).flatMap(({ ids }) => ids)
    expect(added.toSorted((a, b) => a - b)).toEqual(Array.from({ length: added.length }, (_, i) => i + 1))
    const stored = await one.read.tokenTrades({ token: TOKEN, limit: null })
    expect(new Set(stored.map(({ tx }) => tx)).size).toBe(stored.length)
    expect(stored).toHaveLength(added.length)
    expect((await one.read.token(TOKEN))?.tradeCount).toBe(added.length)
  })
})
