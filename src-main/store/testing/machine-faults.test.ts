import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { read, write } from '../dispatch.ts'
import { openWriter } from '../connection/database.ts'
import { sampleTransfer, tempStore, TOKEN, type TempStore } from './samples.ts'

/** Limits that the system itself sets, met by a process of its own. */

const CHILD = fileURLToPath(new URL('./fault-child.ts', import.meta.url))
/** In blocks of 512 bytes, as POSIX has it; some shells count 1,024. Both are met long before the child ends. */
const FILE_LIMIT = 4_000
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

/** Whether a disk in memory of that size lies at the folder now. */
function mounted(folder: string, size: string, how = ''): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `${how}size=${size}`, 'tmpfs', folder]).status === 0
}

interface Ended {
  readonly stored: number
  readonly said: string
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

  it('a file that may grow no further: said plainly, every acknowledged batch is there, and writing goes on without the limit', () => {
    // Ignoring the signal leaves the failed write to SQLite, as on a disk that stops taking data.
    const script = `trap '' XFSZ; ulimit -f ${FILE_LIMIT}; exec "$0" "$@"`
    const { stored, said } = JSON.parse(execFileSync('sh', ['-c', script, process.execPath, CHILD, temp.path], { encoding: 'utf8' })) as Ended
    expect(said).toMatch(/^(The disk reported an error while the database was read or written\.|The disk is full)/)
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

  it('a disk that is full: said plainly, every acknowledged batch is there, and writing goes on when there is room', ({ skip }) => {
    if (!mounted(temp.folder, '8m')) return skip('this process may not mount a small disk')
    try {
      const { stored, said } = JSON.parse(execFileSync(process.execPath, [CHILD, temp.path], { encoding: 'utf8' })) as Ended
      expect(said).toMatch(/^(The disk is full|The disk reported an error while the database was read or written\.)/)
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
  ])('a folder that may not be written, %s: said plainly before anything runs', (_, made) => {
    if (made) openWriter(temp.path).close()
    // The system lets its administrator write anywhere, so there the child is somebody else.
    if (isRoot) chownSync(temp.folder, NOBODY, NOBODY)
    chmodSync(temp.folder, 0o500)
    const { stored, said } = JSON.parse(
      execFileSync(process.execPath, [CHILD, temp.path], { encoding: 'utf8', ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}) }),
    ) as Ended
    expect(stored).toBe(0)
    expect(said).toMatch(/^The database cannot be (opened|written): /)
  })
})
