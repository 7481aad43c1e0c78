import { statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../lib/app-error.ts'
import { silentLogger } from '../../../lib/logger.ts'
import { read, write } from '../../dispatch.ts'
import { openStore } from '../../client.ts'
import type { WriteDb } from '../../connection/handle.ts'
import { OTHER_TOKEN, sampleToken, sampleTrade, sampleTransfer, snapshotJson, tempStore, TOKEN, txHash, wallet } from '../../testing/samples.ts'
import { withWriter } from '../../testing/test-engine.ts'

const LIMIT_REACHED = 'The database has reached its limit of 0.00 GB: delete tokens you no longer need and compact the database, or raise the limit.'
const ROWS = 20_000
const transfers = (count: number) =>
  Array.from({ length: count }, (_, i) => sampleTransfer({ position: { block: i, tx: 0, event: 0 }, tx: txHash(i), to: wallet(i + 10) }))

function fill(db: WriteDb): void {
  write(db, 'saveToken', sampleToken())
  write(db, 'saveToken', sampleToken({ ...OTHER_TOKEN }))
  write(db, 'saveTransfers', { token: TOKEN, rows: transfers(ROWS), covers: null })
  write(db, 'saveTrades', { network: 'eth', rows: [sampleTrade()], token: TOKEN, covers: null })
  write(db, 'saveBalances', { token: TOKEN, rows: [{ address: wallet(1), raw: 5n, verified: true }], replaceAll: true })
  write(db, 'saveSnapshot', { token: TOKEN, json: snapshotJson(1) })
}

describe('what the database takes on disk', () => {
  it('is reported by file, kind of row and token, largest token first', () => {
    withWriter((db, place) => {
      const path = 'file' in place ? place.file : ''
      fill(db)
      const storage = read(db, 'storage')
      expect(storage.fileBytes + storage.walBytes).toBe(statSync(path).size + statSync(`${path}-wal`).size)
      expect(storage.rows).toMatchObject({ tokens: 2, trades: 1, transfers: ROWS, nativeTransfers: 0, balances: 1, snapshots: 1, transactions: ROWS })
      expect(storage.tokens.map(({ network, address }) => ({ network, address }))).toEqual([TOKEN, OTHER_TOKEN])
      expect(storage.tokens[0]?.bytes).toBeGreaterThan(ROWS * 50)
      expect(storage.tokens[0]?.bytes).toBeLessThan((storage.fileBytes + storage.walBytes) * 2)
    })
  })

  it('shrinks when space is freed: unreferenced rows go, known ones stay', () => {
    withWriter((db, place) => {
      const path = 'file' in place ? place.file : ''
      fill(db)
      const kept = read(db, 'tokenTrades', { token: OTHER_TOKEN, limit: null })
      write(db, 'deleteToken', TOKEN)
      const full = read(db, 'storage')
      expect(full.freeBytes).toBeGreaterThan(0)
      const { fileBytes, freedBytes } = write(db, 'compact')
      expect(fileBytes).toBe(statSync(path).size)
      expect(freedBytes).toBe(full.fileBytes + full.walBytes - fileBytes)
      expect(read(db, 'storage')).toMatchObject({ freeBytes: 0, rows: { tokens: 1, trades: 1, transfers: 0, transactions: 1 } })
      expect(read(db, 'tokenTrades', { token: OTHER_TOKEN, limit: null })).toEqual(kept)
      expect(read(db, 'check')).toEqual(['ok'])
      expect(write(db, 'saveTransfers', { token: TOKEN, rows: transfers(3), covers: null })).toBe(3)
      expect(read(db, 'transfers', { token: TOKEN, limit: null })).toEqual(transfers(3))
    })
  })

  it('stays below a limit: chain data is refused in one sentence, everything else goes on, and freed space counts', () => {
    withWriter((db) => {
      fill(db)
      write(db, 'setStorageLimit', { bytes: 4_500_000 })
      const save = () => write(db, 'saveTransfers', { token: TOKEN, rows: transfers(1), covers: null })
      expect(save).toThrow(AppError)
      expect(save).toThrow(LIMIT_REACHED)
      write(db, 'saveSetting', { name: 'theme', value: 'dark' })
      expect(read(db, 'storage').limitBytes).toBe(4_500_000)
      write(db, 'deleteToken', TOKEN)
      write(db, 'compact')
      expect(save()).toBe(1)
      write(db, 'setStorageLimit', { bytes: null })
      expect(read(db, 'storage').limitBytes).toBeNull()
    })
  })

  it('is measured and freed in the background, while pages are answered', async () => {
    const temp = tempStore()
    const store = await openStore({ location: { file: temp.path }, logger: silentLogger })
    await store.write.saveToken(sampleToken())
    await store.write.saveTransfers({ token: TOKEN, rows: transfers(ROWS), covers: null })
    const [first, second, page] = await Promise.all([store.read.storage(), store.read.storage(), store.read.transfers({ token: TOKEN, limit: 1 })])
    expect(second).toBe(first)
    expect(first.rows.transfers).toBe(ROWS)
    expect(page).toEqual(transfers(1))
    await store.write.deleteToken(TOKEN)
    expect((await store.write.compact()).freedBytes).toBeGreaterThan(1_000_000)
    expect((await store.read.storage()).rows.transfers).toBe(0)
    await store.close()
    temp.remove()
  })
})
