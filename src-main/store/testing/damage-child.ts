import { closeSync, openSync, statSync, truncateSync, writeSync } from 'node:fs'
import { AppError } from '../../lib/app-error.ts'
import { openReading, openWriter } from '../connection/database.ts'
import type { ReadDb } from '../connection/handle.ts'
import { read, write } from '../dispatch.ts'
import { sampleTransfer, TOKEN, txHash } from './samples.ts'

/**
 * `node damage-child.ts PATH`, run by connection/faults.test.ts. Overwrites pages of a database, reads them, cuts the open file, and prints the
 * results. It is a separate process, because a fault in a memory-mapped file ends the process.
 */

const PAGE = 16 * 1024
const ROWS = 20_000
/** Pages in the rows of transfers, after the pages of the empty tables. */
const DAMAGED = { first: 160, last: 179 }
const [path = ''] = process.argv.slice(2)

function makeStore(at: string): void {
  const { db, close } = openWriter(at)
  const rows = Array.from({ length: ROWS }, (_, i) => sampleTransfer({ position: { block: i, tx: 0, event: 0 }, tx: txHash(i) }))
  write(db, 'saveTransfers', { token: TOKEN, rows, covers: null })
  close()
}

function damage(at: string): void {
  const file = openSync(at, 'r+')
  for (let page = DAMAGED.first; page <= DAMAGED.last; page++) writeSync(file, Buffer.alloc(PAGE, 0xee), 0, PAGE, page * PAGE)
  closeSync(file)
}

function readAll(db: ReadDb): string | null {
  try {
    read(db, 'transfers', { token: TOKEN, limit: null })
    return null
  } catch (error) {
    return error instanceof AppError ? error.message : `no plain message: ${String(error)}`
  }
}

makeStore(path)
damage(path)
const damaged = openReading(path)
const results = { message: readAll(damaged.db), check: read(damaged.db, 'check') }
damaged.close()

// Pages disappear while the file is open, as on a failing disk.
const cutPath = `${path}-cut`
makeStore(cutPath)
const cut = openReading(cutPath)
readAll(cut.db)
truncateSync(cutPath, statSync(cutPath).size / 2)
process.stdout.write(JSON.stringify({ ...results, checkWhenCut: read(cut.db, 'check') }))
cut.close()
