import type { WriteDb } from '../connection/handle.ts'
import { sql } from '../connection/sql.ts'
import { mainFile, sizeOf } from '../tables/service/storage.ts'

/**
 * Gives room that nothing needs back to the disk: transactions that no row names any more go, and the file is written
 * anew without gaps. Needs about twice the size of what is left while it runs, and leaves the file as it was where it fails.
 */
export function compact(db: WriteDb): { fileBytes: number; freedBytes: number } {
  const file = mainFile(db)
  const size = (): number => sizeOf(file) + sizeOf(`${file}-wal`)
  const before = size()
  db.atomic(() => dropUnnamedTransactions(db))
  db.run(sql`VACUUM`)
  // Readers that are in the middle of an answer keep the log; it is then cut back by a later checkpoint.
  db.all(sql`PRAGMA wal_checkpoint(TRUNCATE)`)
  return { fileBytes: sizeOf(file), freedBytes: Math.max(0, before - size()) }
}

/** Addresses stay, for readers remember them by their ids; nobody remembers transactions but the writer. */
function dropUnnamedTransactions(db: WriteDb): void {
  db.run(sql`
    DELETE FROM tx WHERE id NOT IN (SELECT tx FROM trade UNION ALL SELECT tx FROM transfer UNION ALL SELECT tx FROM native_transfer
      UNION ALL SELECT tx FROM dollar_payment)`)
  db.intern.forget()
}
