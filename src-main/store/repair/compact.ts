import type { WriteDb } from '../connection/handle.ts'
import { sql } from '../connection/sql.ts'
import { purgeDeletedCases } from '../tables/cases/delete-case.ts'
import { purgeRows } from '../tables/deletions/restorable-rows.ts'
import type { Write } from '../tables/calls.ts'

/**
 * Returns unused space to the disk: removes what was deleted for good, deletes transactions that no row refers to, and rewrites the file without
 * gaps. Needs about twice the final size on disk while it runs, and leaves the file unchanged when it fails.
 */
export const compact: Write<'compact'> = (db) => {
  const size = (): number => {
    const { fileBytes, walBytes } = db.space()
    return fileBytes + walBytes
  }
  const before = size()
  db.atomic(() => {
    purgeDeletedCases(db)
    purgeRows(db)
    dropUnnamedTransactions(db)
  })
  db.rewrite()
  return { fileBytes: db.space().fileBytes, freedBytes: Math.max(0, before - size()) }
}

/** Addresses stay because readers cache them by id; only the writer caches transactions. */
function dropUnnamedTransactions(db: WriteDb): void {
  db.run(sql`
    DELETE FROM tx WHERE id NOT IN (SELECT tx FROM trade UNION ALL SELECT tx FROM reverted_trade UNION ALL SELECT tx FROM transfer UNION ALL SELECT tx FROM native_transfer
      UNION ALL SELECT tx FROM dollar_payment)`)
  db.intern.forget()
}
