import Database from 'better-sqlite3'
import { AppError, UserFault } from '../../lib/app-error.ts'
import { write } from '../dispatch.ts'
import { openWriter } from '../connection/database.ts'
import { sampleTransfer, TOKEN, txHash } from './samples.ts'

/**
 * `node fault-child.ts PATH [UID]`, run by machine-faults.test.ts under limits of the system: writes batches until one fails, and prints how many
 * rows were stored, the message, and whether the file could be closed. With a UID it drops its rights after loading its modules, which an unprivileged user may not be able to read.
 */

const BATCH = 500
const MAX_BATCHES = 200
const [path = '', uid] = process.argv.slice(2)
if (uid !== undefined) {
  // The native module is loaded with the first database.
  new Database(':memory:').close()
  process.setgroups?.([])
  process.setgid?.(Number(uid))
  process.setuid?.(Number(uid))
}
const end = (stored: number, error: unknown): never => {
  const message = error instanceof AppError ? error.message : error instanceof UserFault ? error.message : `no plain message: ${String(error)}`
  let closed = 'closed'
  try {
    close()
  } catch (fault) {
    closed = String(fault)
  }
  process.stdout.write(JSON.stringify({ stored, message, closed }))
  process.exit(0)
}
let stored = 0
let close = (): void => undefined
try {
  const { db, close: closeFile } = openWriter(path)
  close = closeFile
  for (let n = 0; n < MAX_BATCHES; n++) {
    const rows = Array.from({ length: BATCH }, (_, i) => n * BATCH + i).map((block) =>
      sampleTransfer({ position: { block, tx: 0, event: 0 }, tx: txHash(block) }),
    )
    stored += write(db, 'saveTransfers', { token: TOKEN, rows, covers: { from: n * BATCH, to: (n + 1) * BATCH - 1 } })
  }
} catch (error) {
  end(stored, error)
}
end(stored, new Error('nothing failed'))
