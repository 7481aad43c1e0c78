import { AppError, UserFault } from '../../lib/app-error.ts'
import { write } from '../dispatch.ts'
import { openWriter } from '../connection/database.ts'
import { sampleTransfer, TOKEN, txHash } from './samples.ts'

/** Run by machine-faults.test.ts under limits of the system: writes batches until one fails, and says how many stayed and what it was told. */

const BATCH = 500
const MOST = 200
const [path = ''] = process.argv.slice(2)
const end = (stored: number, error: unknown): never => {
  const said = error instanceof AppError ? error.say : error instanceof UserFault ? error.message : `not in plain words: ${String(error)}`
  process.stdout.write(JSON.stringify({ stored, said }))
  process.exit(0)
}
let stored = 0
try {
  const { db } = openWriter(path)
  for (let n = 0; n < MOST; n++) {
    const rows = Array.from({ length: BATCH }, (_, i) => n * BATCH + i).map((block) =>
      sampleTransfer({ position: { block, tx: 0, event: 0 }, tx: txHash(block) }),
    )
    stored += write(db, 'saveTransfers', { token: TOKEN, rows, covers: { from: n * BATCH, to: (n + 1) * BATCH - 1 } })
  }
} catch (error) {
  end(stored, error)
}
end(stored, new Error('nothing failed'))
