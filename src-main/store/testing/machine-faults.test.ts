import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { scriptPath } from '../../../e2e/fixtures/bundles/scripts.ts'
import { read, write } from '../dispatch.ts'
import { openWriter } from '../connection/database.ts'
import { sampleTransfer, tempStore, TOKEN, type TempStore } from './samples.ts'

/** Limits that the system sets, tested in a child process. */

const CHILD = scriptPath('fault-child')
/** In blocks of 512 bytes (POSIX) or 1,024 (some shells). The child reaches both. */
const FILE_LIMIT = 8_000
const NOBODY_UID = 65_534
const isRoot = process.getuid?.() === 0

/** Mounts an in-memory disk of that size at the folder; false when this process may not. */
function mounted(folder: string, size: string, how = ''): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `${how}size=${size}`, 'tmpfs', folder]).status === 0
}

interface Ended {
  readonly stored: number
  readonly message: string
  readonly closed: string
}

describe('limits of the system', () => {
  let temp: TempStore
  beforeEach(() => {
    temp = tempStore()
  })
  afterEach(() => {
    chmodSync(temp.folder, 0o700)
    temp.remove()
  })

  it('a file size limit gives a plain message, keeps every acknowledged batch, and writing continues without the limit', () => {
    // With the signal ignored, SQLite gets the failed write, as on a disk that stops accepting data.
    const script = `trap '' XFSZ; ulimit -f ${FILE_LIMIT}; exec "$0" "$@"`
    const { stored, message, closed } = JSON.parse(
      execFileSync('sh', ['-c', script, process.execPath, CHILD, temp.path], { encoding: 'utf8' }),
    ) as Ended
    expect(message).toMatch(/^(The disk reported an error while reading or writing the database\.|The disk is full)/)
    expect(closed).toBe('closed')
    expect(stored).toBeGreaterThan(0)
    const { db, close } = openWriter(temp.path)
    expect(read(db, 'check')).toEqual(['ok'])
    expect(read(db, 'transfers', { token: TOKEN, limit: null })).toHaveLength(stored)
    expect(read(db, 'covered', { token: TOKEN, what: 'transfers' })).toEqual([{ from: 0, to: stored - 1 }])
    expect(write(db, 'saveTransfers', { token: TOKEN, rows: [sampleTransfer({ position: { block: stored, tx: 0, event: 9 } })], covers: null })).toBe(
      1,
    )
    close()
  })

  it('a full disk gives a plain message, keeps every acknowledged batch, and writing continues when there is space', ({ skip }) => {
    if (!mounted(temp.folder, '8m')) return skip('this process may not mount a small disk')
    try {
      const { stored, message, closed } = JSON.parse(execFileSync(process.execPath, [CHILD, temp.path], { encoding: 'utf8' })) as Ended
      expect(message).toMatch(/^(The disk is full|The disk reported an error while reading or writing the database\.)/)
      expect(closed).toBe('closed')
      expect(stored).toBeGreaterThan(0)
      expect(mounted(temp.folder, '32m', 'remount,')).toBe(true)
      const { db, close } = openWriter(temp.path)
      expect(read(db, 'check')).toEqual(['ok'])
      expect(read(db, 'transfers', { token: TOKEN, limit: null })).toHaveLength(stored)
      const more = [sampleTransfer({ position: { block: stored, tx: 0, event: 9 } })]
      expect(write(db, 'saveTransfers', { token: TOKEN, rows: more, covers: null })).toBe(1)
      close()
    } finally {
      execFileSync('umount', [temp.folder])
    }
  })

  it.each([
    ['with a database in it', true],
    ['without one', false],
  ])('an unwritable folder %s gives a plain message before anything runs', (_, made) => {
    if (made) openWriter(temp.path).close()
    // Root may write anywhere, so the child then becomes another user.
    if (isRoot) chownSync(temp.folder, NOBODY_UID, NOBODY_UID)
    chmodSync(temp.folder, 0o500)
    const args = [CHILD, temp.path, ...(isRoot ? [String(NOBODY_UID)] : [])]
    const { stored, message } = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Ended
    expect(stored).toBe(0)
    expect(message).toMatch(/^The database cannot be (opened; check|written because) /)
  })
})
