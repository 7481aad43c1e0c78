import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../lib/app-error.ts'
import { silentLogger } from '../lib/logger.ts'
import { openStore } from './client.ts'
import { openReader } from './reader.ts'
import { OTHER_TOKEN, POOL, sampleToken, sampleTrade, sampleTransfer, snapshotJson, TOKEN, txHash, wallet } from './testing/samples.ts'
import { newLocation, type TestLocation } from './testing/test-engine.ts'
import type { Store } from './interface.ts'

describe('the store behind its threads', () => {
  let at: TestLocation
  let store: Store

  beforeEach(async () => {
    at = newLocation()
    store = await openStore({ location: at.location, logger: silentLogger })
  })
  afterEach(async () => {
    await store.close()
    at.remove()
  })

  it('reads what was just written', async () => {
    await store.write.saveToken(sampleToken())
    await store.write.saveTransfers({ token: TOKEN, rows: [sampleTransfer()], covers: { from: 100, to: 199 } })
    expect(await store.write.saveTrades({ network: 'eth', rows: [sampleTrade()], token: TOKEN, covers: { from: 100, to: 300 } })).toEqual({
      indexes: [0],
      ids: [1],
    })
    expect(await store.read.token(TOKEN)).toMatchObject({ symbol: 'SMP', totalSupply: 10n ** 27n, tradeCount: 1 })
    expect(await store.read.transfers({ token: TOKEN, limit: null })).toEqual([sampleTransfer()])
    expect(await store.read.tokenTrades({ token: OTHER_TOKEN, limit: null })).toEqual([sampleTrade()])
    expect(await store.read.covered({ token: TOKEN, what: 'trades' })).toEqual([{ from: 100, to: 300 }])
    expect((await store.read.trades({ network: 'eth', by: 'pool', address: POOL, sort: 'desc', limit: 5, after: null })).trades).toEqual([
      sampleTrade(),
    ])
  })

  it('answers calls in the order they were made', async () => {
    const counts = await Promise.all(
      [1, 2, 3].map((n) =>
        store.write.saveTransfers({
          token: TOKEN,
          covers: null,
          rows: Array.from({ length: n }, (_, i) => sampleTransfer({ position: { block: i, tx: 0, event: 0 }, tx: txHash(i) })),
        }),
      ),
    )
    expect(counts).toEqual([1, 1, 1])
  })

  it('stores thousands of rows in one call whole, in order with the calls around it', async () => {
    const rows = Array.from({ length: 3_000 }, (_, i) => sampleTransfer({ position: { block: i, tx: 0, event: 0 }, tx: txHash(i) }))
    const [count, again] = await Promise.all([
      store.write.saveTransfers({ token: TOKEN, rows, covers: { from: 0, to: 2_999 } }),
      store.write.saveTransfers({ token: TOKEN, rows: rows.slice(0, 1), covers: null }),
    ])
    expect([count, again]).toEqual([3_000, 0])
    expect(await store.read.transfers({ token: TOKEN, limit: null })).toEqual(rows)
  })

  it('undoes a call whose last row does not fit', async () => {
    const rows = Array.from({ length: 1_200 }, (_, i) => sampleTransfer({ position: { block: i, tx: 0, event: 0 }, tx: txHash(i) }))
    await expect(
      store.write.saveTransfers({ token: TOKEN, rows: [...rows, sampleTransfer({ token: OTHER_TOKEN.address })], covers: null }),
    ).rejects.toThrow('another token')
    expect(await store.read.transfers({ token: TOKEN, limit: null })).toEqual([])
  })

  it('carries an AppError over with its code and sentence', async () => {
    await store.write.saveSnapshot({ token: TOKEN, json: snapshotJson(100) })
    const other = store.write.saveSnapshot({ token: TOKEN, json: snapshotJson(100, 'Changed') })
    await expect(other).rejects.toBeInstanceOf(AppError)
    await expect(other).rejects.toMatchObject({
      code: 'conflict',
      message: 'Another snapshot is stored for 1970-01-01 00:01:40 UTC, and snapshots never change.',
    })
  })

  it('refuses calls after it was closed, in one sentence', async () => {
    const pending = store.write.saveSetting({ name: 'last', value: 'word' })
    await store.close()
    await pending
    await expect(store.read.setting('last')).rejects.toThrow(new AppError('internal', { message: 'The store is closed.' }))
    const reopened = openReader(at.location)
    expect(reopened.setting('last')).toBe('word')
    reopened.close()
  })

  it("serves a reader on the caller's own thread", async () => {
    await store.write.saveBalances({
      token: TOKEN,
      replaceAll: true,
      rows: [
        { address: wallet(3), raw: 2n ** 200n, verified: true },
        { address: wallet(4), raw: 7n, verified: false },
      ],
    })
    const reader = openReader(store.location)
    expect(reader.holders({ token: TOKEN, limit: null })).toEqual([
      { address: wallet(3), raw: 2n ** 200n, verified: true },
      { address: wallet(4), raw: 7n, verified: false },
    ])
    expect(reader.check()).toEqual(['ok'])
    reader.close()
  })
})
