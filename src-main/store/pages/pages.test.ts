import { closeSync, openSync, readSync, renameSync, rmSync, copyFileSync, writeSync, existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openReading, openWriter } from '../connection/database.ts'
import { read, write } from '../dispatch.ts'
import { salvage } from '../repair/salvage.ts'
import { sampleToken, sampleTransfer, tempStore, TOKEN, txHash, type TempStore } from '../testing/samples.ts'
import { seeded } from '../testing/bench-trades.ts'
import { acceptPages } from './accept-pages.ts'
import { checkPages } from './check-pages.ts'
import { readSums, sumsPath } from './sums-file.ts'

const ROWS = 3_000
const PAGE = 16 * 1024
const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => sampleTransfer({ position: { block: from + i, tx: 0, event: 1 }, tx: txHash(from + i) }))

describe('sums of pages', () => {
  let temp: TempStore
  beforeEach(() => {
    temp = tempStore()
  })
  afterEach(() => temp.remove())

  const after = <T>(work: (db: ReturnType<typeof openWriter>['db']) => T): T => {
    const { db, close } = openWriter(temp.path)
    try {
      return work(db)
    } finally {
      close()
    }
  }
  const fill = (from = 0): void =>
    after((db) => {
      write(db, 'saveToken', sampleToken())
      write(db, 'saveTransfers', { token: TOKEN, rows: rows(from, ROWS), covers: { from, to: from + ROWS - 1 } })
    })
  const flip = (at: number): void => {
    const file = openSync(temp.path, 'r+')
    const byte = Buffer.alloc(1)
    readSync(file, byte, 0, 1, at)
    byte[0] = (byte[0] ?? 0) ^ 0x10
    writeSync(file, byte, 0, 1, at)
    closeSync(file)
  }
  /** A file whose schema is damaged does not even open. */
  const isSoundBySqlite = (): boolean => {
    try {
      const { db, close } = openReading(temp.path)
      const found = read(db, 'check').join()
      close()
      return found === 'ok'
    } catch (error) {
      expect(String(error)).toContain('The database file is damaged')
      return false
    }
  }
  const damaged = () => checkPages(temp.path, { whole: true }).damaged

  it('are taken anew from a sound file that another program changed, and not from one that is not sound', () => {
    fill()
    const other = new Database(temp.path)
    other.exec("UPDATE token SET name = 'Changed elsewhere'")
    other.close()
    expect(() => openWriter(temp.path)).toThrow(/or another program changed it/)
    expect(acceptPages(temp.path)).toEqual([])
    after((db) => expect(read(db, 'token', TOKEN)?.name).toBe('Changed elsewhere'))
    const file = openSync(temp.path, 'r+')
    writeSync(file, Buffer.alloc(PAGE), 0, PAGE, 4 * PAGE)
    closeSync(file)
    expect(acceptPages(temp.path).length).toBeGreaterThan(0)
    expect(existsSync(sumsPath(temp.path))).toBe(true)
  })

  it('hold for every page after writing, growing, compacting and opening again', () => {
    fill()
    fill(ROWS)
    expect(damaged()).toEqual([])
    after((db) => {
      write(db, 'deleteToken', TOKEN)
      write(db, 'compact')
      write(db, 'saveSetting', { name: 'a', value: 'b' })
    })
    expect(damaged()).toEqual([])
    const pages = readSums(temp.path)?.sums ?? new Uint32Array()
    expect(pages.filter((sum) => sum === 0)).toHaveLength(0)
    after((db) => expect(read(db, 'check')).toEqual(['ok']))
  })

  it('find every single flipped bit, of which SQLite itself misses some', () => {
    fill()
    const random = seeded(11)
    const whole = `${temp.path}-whole`
    copyFileSync(temp.path, whole)
    const pages = readSums(temp.path)?.sums.length ?? 0
    let unnoticed = 0
    for (let round = 0; round < 40; round++) {
      const at = PAGE + Math.floor(random() * (pages - 1) * PAGE)
      flip(at)
      const damage = damaged()
      expect([damage.length, damage[0]]).toEqual([1, Math.floor(at / PAGE) + 1])
      expect(() => openWriter(temp.path)).toThrow(/^The database file is damaged in page \d+/)
      if (isSoundBySqlite()) unnoticed++
      copyFileSync(whole, temp.path)
    }
    expect(unnoticed).toBeGreaterThan(20)
  })

  it('a damaged page is named, and salvaging drops its rows and the coverage that they belonged to', () => {
    fill()
    const database = new Database(temp.path, { readonly: true })
    const leaves = database
      .prepare(`SELECT pageno FROM dbstat WHERE name = 'transfer' AND pagetype = 'leaf' ORDER BY pageno`)
      .pluck()
      .all() as number[]
    database.close()
    const page = leaves[Math.floor(leaves.length / 2)] ?? 0
    // Inside a row, so SQLite would serve the damaged value.
    flip(page * PAGE - 40)
    expect(() => openWriter(temp.path)).toThrow(
      `The database file is damaged in page ${page} of transfer, or another program changed it; run holderscope doctor --salvage`,
    )
    const { tables, brokenFile } = salvage(temp.path)
    expect(tables.find(({ table }) => table === 'transfer')?.lost).toBeNull()
    expect(existsSync(sumsPath(brokenFile))).toBe(true)
    after((db) => {
      const kept = read(db, 'transfers', { token: TOKEN, limit: null })
      expect(kept.length).toBeGreaterThan(ROWS / 2)
      expect(kept.length).toBeLessThan(ROWS)
      expect(read(db, 'covered', { token: TOKEN, what: 'transfers' })).toEqual([])
      write(db, 'saveTransfers', { token: TOKEN, rows: rows(0, ROWS), covers: { from: 0, to: ROWS - 1 } })
      expect(read(db, 'transfers', { token: TOKEN, limit: null })).toEqual(rows(0, ROWS))
    })
    expect(damaged()).toEqual([])
  })

  it('are not compared with a restored backup, and are made again where they are missing or broken', () => {
    fill()
    copyFileSync(temp.path, `${temp.path}-backup`)
    fill(ROWS)
    renameSync(`${temp.path}-backup`, temp.path)
    after((db) => expect(read(db, 'transfers', { token: TOKEN, limit: null })).toHaveLength(ROWS))
    rmSync(sumsPath(temp.path))
    fill(ROWS)
    const file = openSync(sumsPath(temp.path), 'r+')
    writeSync(file, Buffer.from([1, 2, 3]), 0, 3, 60)
    closeSync(file)
    expect(readSums(temp.path)).toBeNull()
    after((db) => expect(read(db, 'check')).toEqual(['ok']))
    flip(PAGE * 20)
    expect(damaged()).toEqual([21])
  })

  it('stay right where a reader keeps the log from being emptied', () => {
    fill()
    const reader = openReading(temp.path)
    reader.db.consistent(() => {
      read(reader.db, 'token', TOKEN)
      fill(ROWS)
    })
    reader.close()
    after((db) => expect(read(db, 'transfers', { token: TOKEN, limit: null })).toHaveLength(2 * ROWS))
    expect(damaged()).toEqual([])
  })
})
