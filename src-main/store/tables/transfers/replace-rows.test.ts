import { describe, expect, it } from 'vitest'
import { read, write } from '../../dispatch.ts'
import { POOL, sampleToken, sampleTrade, sampleTransfer, TOKEN, txHash, wallet } from '../../testing/samples.ts'
import { writerPerTest } from '../../testing/writer-per-test.ts'

const db = writerPerTest()
const covers = { from: 100, to: 199 }
const move = (block: number, event: number, raw: bigint, to = 2) =>
  sampleTransfer({ position: { block, tx: 0, event }, tx: txHash(block), to: wallet(to), raw })
const trade = (block: number, event: number, raw: bigint) => {
  const row = sampleTrade({ position: { block, tx: 0, event }, tx: txHash(block) })
  return { ...row, tokenOut: { ...row.tokenOut, raw } }
}
const replace = (rows: ReturnType<typeof move>[], whole = true) => write(db(), 'replaceTransfers', { token: TOKEN, rows, covers, whole })
const stored = () => read(db(), 'transfers', { token: TOKEN, limit: null })
const trades = () => read(db(), 'tokenTrades', { token: TOKEN, limit: null })
const revision = () => read(db(), 'token', TOKEN)?.revision ?? 0

describe('transfers that are read again', () => {
  it('replace the stored ones of their range alone and count the differences', () => {
    write(db(), 'saveToken', sampleToken())
    const before = [move(99, 0, 1n), move(100, 0, 1n), move(120, 0, 1n), move(130, 0, 1n), move(140, 0, 1n), move(200, 0, 1n)]
    write(db(), 'saveTransfers', { token: TOKEN, rows: before, covers: null })
    const rows = [move(100, 0, 1n), move(120, 0, 7n), move(130, 0, 1n, 9), move(150, 0, 1n), move(150, 1, 1n)]
    expect(replace(rows)).toEqual({ same: 1, added: 2, removed: 1, changed: 2 })
    expect(stored()).toEqual([move(99, 0, 1n), ...rows, move(200, 0, 1n)])
    expect(read(db(), 'covered', { token: TOKEN, what: 'transfers' })).toEqual([covers])
    const known = revision()
    expect(replace(rows)).toEqual({ same: 5, added: 0, removed: 0, changed: 0 })
    expect(revision()).toBe(known)
    expect(replace(rows.slice(1))).toMatchObject({ removed: 1 })
    expect(revision()).toBeGreaterThan(known)
  })

  it('remove nothing where the range may have other rows', () => {
    write(db(), 'saveTransfers', { token: TOKEN, rows: [move(100, 0, 1n), move(101, 0, 1n)], covers: null })
    expect(replace([move(101, 0, 5n)], false)).toEqual({ same: 0, added: 0, removed: 0, changed: 1 })
    expect(stored()).toEqual([move(100, 0, 1n), move(101, 0, 5n)])
  })
})

describe('trades that are read again', () => {
  const replaceTrades = (rows: ReturnType<typeof trade>[]) => write(db(), 'replaceTrades', { token: TOKEN, rows, covers, whole: true, pools: [POOL] })

  it('replace those of their pools and range, and return which rows are new', () => {
    write(db(), 'saveToken', sampleToken())
    const elsewhere = { ...trade(140, 0, 1n), pool: wallet(0xcc) }
    write(db(), 'saveTrades', {
      network: 'eth',
      rows: [trade(110, 0, 1n), trade(120, 0, 1n), elsewhere, trade(300, 0, 1n)],
      token: null,
      covers: null,
    })
    expect(replaceTrades([trade(110, 0, 4n), trade(130, 0, 1n)])).toEqual({
      same: 0,
      added: 1,
      removed: 1,
      changed: 1,
      newRows: { indexes: [1], ids: [6] },
    })
    expect(trades()).toEqual([trade(110, 0, 4n), trade(130, 0, 1n), elsewhere, trade(300, 0, 1n)])
    expect(read(db(), 'token', TOKEN)?.tradeCount).toBe(4)
    expect(replaceTrades([trade(110, 0, 4n), trade(130, 0, 1n)])).toMatchObject({ same: 2, newRows: { indexes: [] } })
  })
})

describe('blocks that are marked as unread', () => {
  it('are taken out of the coverage of every given kind', () => {
    for (const what of ['saveTransfers', 'savePools'] as const) write(db(), what, { token: TOKEN, rows: [], covers: { from: 0, to: 500 } })
    write(db(), 'forgetCoverage', { token: TOKEN, what: ['transfers', 'trades'], range: { from: 100, to: Number.MAX_SAFE_INTEGER } })
    expect(read(db(), 'covered', { token: TOKEN, what: 'transfers' })).toEqual([{ from: 0, to: 99 }])
    expect(read(db(), 'covered', { token: TOKEN, what: 'pools' })).toEqual([{ from: 0, to: 500 }])
  })
})
