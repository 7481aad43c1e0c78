import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Database } from 'better-sqlite3'
import { ID_SETTING, type CheckedPages } from './check-pages.ts'
import { withLog } from './log-frames.ts'
import { dropSums, writeSums } from './sums-file.ts'

/**
 * Updates the checksums of pages as the database changes. Content reaches the file only when the log is moved into it, so the checksums change at
 * that time.
 */
export interface PageSums {
  /** Moves the log into the file when it has grown. */
  afterCommit(): void
  /** Moves the log into the file and empties it. Returns false if readers prevent that. */
  emptyLog(): boolean
  /** Like `emptyLog`, before the connection closes. */
  close(): void
}

/** In pages, 64 MB. With fewer checkpoints, hot pages are written less often during bulk inserts. */
const CHECKPOINT_PAGES = 4_000
const ID_BYTES = 8
const SPARE = 1.5

interface LogState {
  readonly busy: number
  /** Frames of the log that are valid. */
  readonly log: number
  readonly checkpointed: number
}

/** Starts maintaining the sums of an open, migrated database. */
export function keepSums(path: string, database: Database, checked: CheckedPages): PageSums {
  database.pragma('wal_autocheckpoint = 0')
  let sums = checked.sums
  let pages = sums.length
  let done = { salt: '', frames: 0 }
  let kept = true
  const last = database.prepare<[string], { value: string }>('SELECT value FROM setting WHERE name = ?').get(ID_SETTING)?.value
  const id = randomBytes(ID_BYTES).toString('hex')
  const state = (mode: 'NOOP' | 'PASSIVE' | 'TRUNCATE'): LogState => (database.pragma(`wal_checkpoint(${mode})`) as [LogState])[0]
  const save = (ids: readonly [string, string]): void => {
    if (kept) kept = writeSums(path, { ids, next: checked.next, sums: sums.subarray(0, pages) })
  }

  function setSum(page: number, sum: number): void {
    if (page >= sums.length) {
      const larger = new Uint32Array(Math.ceil((page + 1) * SPARE))
      larger.set(sums)
      sums = larger
    }
    sums[page] = sum
  }

  /** Reads the sums of pages from the log that was just moved. Even after a kill, the log keeps these pages until the next write. */
  function settle({ log, checkpointed }: LogState): boolean {
    if (log !== checkpointed) return false
    if (log <= 0 || !kept) return true
    withLog(path, (frames) => {
      if (frames === null) return
      const from = frames.salt === done.salt ? done.frames : 0
      if (from >= log) return
      let size = 0
      frames.newest(from, log, (page, content, after) => {
        setSum(page, crc32(content))
        if (size === 0) size = after
      })
      pages = size
      done = { salt: frames.salt, frames: log }
      save([id, id])
    })
    return true
  }

  /** Whether the whole log is in the file, and its sums with it. A disk fault here fails no commit: the commit is safe in the log. */
  function checkpoint(): boolean {
    let moved: LogState
    try {
      moved = state('PASSIVE')
    } catch {
      return false
    }
    try {
      return settle(moved)
    } catch {
      forget()
      return true
    }
  }

  /** Deletes the sums. The next start accepts the pages as they are. */
  function forget(): void {
    kept = false
    dropSums(path)
  }

  save([last ?? id, id])
  database.prepare('INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value').run(ID_SETTING, id)
  checkpoint()
  return {
    afterCommit() {
      if (state('NOOP').log >= CHECKPOINT_PAGES) checkpoint()
    },
    emptyLog() {
      const moved = checkpoint()
      if (moved) state('TRUNCATE')
      return moved
    },
    close() {
      // Where a reader prevents it, SQLite moves the log when the last connection closes, without sums.
      if (!this.emptyLog()) forget()
    },
  }
}
