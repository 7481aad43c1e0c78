import { closeSync, cpSync, existsSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seeded } from '../testing/bench-trades.ts'
import { read, write } from '../dispatch.ts'
import { openWriter } from '../connection/database.ts'
import type { WriteDb } from '../connection/handle.ts'
import { salvage } from './salvage.ts'
import { sampleToken, sampleTrade, sampleTransfer, snapshotJson, tempStore, type TempStore, TOKEN, txHash, wallet } from '../testing/samples.ts'

const PAGE = 16 * 1024
const ROWS = 3_000
const FIRST_BLOCK = 100

const transfers = Array.from({ length: ROWS }, (_, n) =>
  sampleTransfer({ position: { block: FIRST_BLOCK + n, tx: 0, event: 1 }, tx: txHash(n), to: wallet(1_000 + n) }),
)
const trades = Array.from({ length: ROWS }, (_, n) => sampleTrade({ position: { block: FIRST_BLOCK + n, tx: 0, event: 2 }, tx: txHash(n) }))

function fill(db: WriteDb): void {
  const covers = { from: FIRST_BLOCK, to: FIRST_BLOCK + ROWS - 1 }
  write(db, 'saveToken', sampleToken({ holderCount: ROWS }))
  write(db, 'saveTransfers', { token: TOKEN, rows: transfers, covers })
  write(db, 'saveTrades', { network: 'eth', rows: trades, token: TOKEN, covers })
  write(db, 'saveBalances', { token: TOKEN, rows: transfers.map(({ to, raw }) => ({ address: to, raw, verified: true })), replaceAll: true })
  for (let n = 0; n < 20; n++) write(db, 'saveSnapshot', { token: TOKEN, json: snapshotJson(n) })
  db.atomic(() => {
    for (let n = 0; n < 2_000; n++) write(db, 'saveSetting', { name: `setting ${n}`, value: String(n) })
  })
}

/** Leaf page numbers of a table or index. */
function pagesOf(path: string, name: string): number[] {
  const database = new Database(path, { readonly: true })
  const pages = database.prepare(`SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno`).pluck().all(name) as number[]
  database.close()
  return pages
}

/** The last page before the rows: the list of tables and the root pages of all tables and indexes come first. */
function lastPageOfSchema(path: string): number {
  const database = new Database(path, { readonly: true })
  const last = database
    .prepare(`SELECT max(page) FROM (SELECT rootpage AS page FROM sqlite_schema UNION SELECT pageno FROM dbstat WHERE name = 'sqlite_schema')`)
    .pluck()
    .get() as number
  database.close()
  return last
}

function damage(path: string, pages: readonly number[]): void {
  const file = openSync(path, 'r+')
  for (const page of pages) writeSync(file, Buffer.alloc(PAGE, 0xee), 0, PAGE, (page - 1) * PAGE)
  closeSync(file)
}

describe('a damaged file is salvaged', () => {
  const filled = tempStore()
  let temp: TempStore
  beforeAll(() => {
    const { db, close } = openWriter(filled.path)
    fill(db)
    close()
  })
  beforeEach(() => {
    temp = tempStore()
    cpSync(filled.folder, temp.folder, { recursive: true })
  })
  afterEach(() => temp.remove())
  afterAll(() => filled.remove())

  const after = <T>(work: (db: WriteDb) => T): T => {
    const { db, close } = openWriter(temp.path)
    try {
      return work(db)
    } finally {
      close()
    }
  }

  it.each(['transfer', 'trade', 'balance', 'tx', 'setting', 'snapshot', 'address'])('with a page of %s gone', (table) => {
    const pages = pagesOf(temp.path, table)
    damage(temp.path, [pages[Math.floor(pages.length / 2)] ?? 0])
    const broken = readFileSync(temp.path)
    const { brokenFile, tables } = salvage(temp.path)
    expect(readFileSync(brokenFile).equals(broken)).toBe(true)
    const lost = new Map(tables.map((one) => [one.table, one.lost]))
    after((db) => {
      expect(read(db, 'check')).toEqual(['ok'])
      const known = new Set(transfers.map(({ tx }) => tx))
      const kept = { transfers: read(db, 'transfers', { token: TOKEN, limit: null }), trades: read(db, 'tokenTrades', { token: TOKEN, limit: null }) }
      expect(kept.transfers.every(({ tx }) => known.has(tx))).toBe(true)
      if (table === 'address') {
        // The index contains every row completely.
        expect([...lost.values()].filter((rows) => rows !== 0)).toEqual([])
        expect([kept.transfers.length, kept.trades.length]).toEqual([ROWS, ROWS])
      }
      if (table === 'transfer' || table === 'tx') {
        expect(kept.transfers.length).toBeGreaterThan(ROWS * 0.8)
        expect(kept.transfers.length).toBeLessThan(ROWS)
        expect(read(db, 'covered', { token: TOKEN, what: 'transfers' })).toEqual([])
      }
      if (table === 'trade') {
        expect(lost.get('trade')).toBe(ROWS - kept.trades.length)
        expect(read(db, 'covered', { token: TOKEN, what: 'trades' })).toEqual([])
        expect(read(db, 'covered', { token: TOKEN, what: 'transfers' })).toHaveLength(1)
      }
      expect(read(db, 'token', TOKEN)).toMatchObject({
        tradeCount: kept.trades.length,
        holdersKnown: read(db, 'holders', { token: TOKEN, limit: null }).length,
        holderCount: table === 'balance' ? null : ROWS,
      })
      // Reading again replaces the lost rows.
      expect(write(db, 'saveTransfers', { token: TOKEN, rows: transfers, covers: null })).toBe(ROWS - kept.transfers.length)
      expect(write(db, 'saveTrades', { network: 'eth', rows: trades, token: TOKEN, covers: null }).ids).toHaveLength(ROWS - kept.trades.length)
      expect(read(db, 'transfers', { token: TOKEN, limit: null }).map(({ tx }) => tx)).toEqual(transfers.map(({ tx }) => tx))
    })
  })

  it('with any tenth of its pages gone but the first: what remains is sound, and what was lost is counted', () => {
    const random = seeded(31)
    const count = statSync(temp.path).size / PAGE
    const schema = lastPageOfSchema(temp.path)
    const pages = Array.from({ length: count }, (_, i) => i + 1).filter((page) => page > schema && random() < 0.1)
    damage(temp.path, pages)
    const { tables } = salvage(temp.path, { forget: ['setting 1'] })
    for (const { kept, lost } of tables) expect(kept + (lost ?? 0)).toBeGreaterThanOrEqual(0)
    after((db) => {
      expect(read(db, 'check')).toEqual(['ok'])
      expect(read(db, 'tokenTrades', { token: TOKEN, limit: null }).length).toBeGreaterThan(ROWS / 4)
      expect(read(db, 'setting', 'setting 1')).toBeNull()
    })
  })

  it('and says so in one sentence when nothing can be read, moving nothing', () => {
    writeFileSync(temp.path, 'This is a letter, not a database. '.repeat(50))
    expect(() => salvage(temp.path)).toThrow('is not a Holderscope database')
    expect(existsSync(`${temp.path}.broken-1`)).toBe(false)
    expect(existsSync(`${temp.path}.salvaged`)).toBe(false)
  })
})
