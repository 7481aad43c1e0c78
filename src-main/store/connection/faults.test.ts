import { execFileSync } from 'node:child_process'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { scriptPath } from '../../../e2e/fixtures/bundles/scripts.ts'
import { AppError, UserFault } from '../../lib/app-error.ts'
import { silentLogger } from '../../lib/logger.ts'
import { read, write } from '../dispatch.ts'
import { openStore } from '../client.ts'
import { openReading, openWriter } from './database.ts'
import { sampleTransfer, tempStore, TOKEN, txHash, type TempStore } from '../testing/samples.ts'
import { sql } from './sql.ts'

const DAMAGE_CHILD = scriptPath('damage-child')
const rows = (count: number) => Array.from({ length: count }, (_, i) => sampleTransfer({ position: { block: i, tx: 0, event: 0 }, tx: txHash(i) }))

describe('faults of the machine have a plain message', () => {
  let temp: TempStore
  beforeEach(() => {
    temp = tempStore()
  })
  afterEach(() => temp.remove())

  it('the file and its log are readable by their owner only, also those of an older version', () => {
    writeFileSync(temp.path, '', { mode: 0o644 })
    const { db, close } = openWriter(temp.path)
    write(db, 'saveTransfers', { token: TOKEN, rows: rows(1), covers: null })
    expect([temp.path, `${temp.path}-wal`, `${temp.path}-shm`].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600, 0o600])
    close()
  })

  it('a full disk keeps stored rows, and writing continues once there is space', () => {
    const { db, close } = openWriter(temp.path)
    write(db, 'saveTransfers', { token: TOKEN, rows: rows(10), covers: null })
    const pages = db.get<{ page_count: number }>(sql`PRAGMA page_count`)?.page_count ?? 0
    db.get({ text: `PRAGMA max_page_count = ${pages + 2}`, params: [] })
    const fill = () => write(db, 'saveTransfers', { token: TOKEN, rows: rows(20_000), covers: null })
    expect(fill).toThrow(AppError)
    expect(fill).toThrow('The disk is full; free some space and try again. Data that was stored before is safe.')
    expect(read(db, 'transfers', { token: TOKEN, limit: null })).toHaveLength(10)
    db.get(sql`PRAGMA max_page_count = 100000`)
    expect(fill()).toBe(19_990)
    close()
  })

  it('a read-only database', () => {
    const { db, close } = openWriter(temp.path)
    db.run(sql`PRAGMA query_only = 1`)
    expect(() => write(db, 'saveSetting', { name: 'a', value: 'b' })).toThrow(
      'The database cannot be written because its file or folder is read-only.',
    )
    db.run(sql`PRAGMA query_only = 0`)
    close()
  })

  it('a damaged page fails the read that reaches it and the check, which survives pages that are gone', () => {
    const { message, check, checkWhenCut } = JSON.parse(execFileSync(process.execPath, [DAMAGE_CHILD, temp.path], { encoding: 'utf8' })) as {
      message: string | null
      check: readonly string[]
      checkWhenCut: readonly string[]
    }
    expect(message).toBe('The database file is damaged; run holderscope doctor --salvage to recover what is readable, or restore a backup.')
    expect(check).not.toEqual(['ok'])
    expect(checkWhenCut).not.toEqual(['ok'])
    const sound = openWriter(`${temp.path}-sound`)
    expect(read(sound.db, 'check')).toEqual(['ok'])
    sound.close()
  })

  it.each([
    [
      'a file of another kind',
      (path: string) => writeFileSync(path, 'This is a letter, not a database. '.repeat(50)),
      'is not a Holderscope database',
    ],
    ["a folder in the file's location", (path: string) => mkdirSync(path), 'cannot be opened'],
  ])('%s', async (_, make, words) => {
    make(temp.path)
    const opening = openStore({ location: { file: temp.path }, logger: silentLogger })
    await expect(opening).rejects.toThrow(UserFault)
    await expect(opening).rejects.toThrow(words)
  })

  it('a folder that cannot be created', () => {
    writeFileSync(`${temp.folder}/file`, '')
    expect(() => openWriter(`${temp.folder}/file/store.db`)).toThrow(
      'The database cannot be opened; check that its folder exists and is readable and writable.',
    )
  })

  it('a missing file for a reader', () => {
    expect(() => openReading(temp.path)).toThrow(UserFault)
  })
})
