import type { WriteDb } from '../connection/handle.ts'
import { sql } from '../connection/sql.ts'
import { purgeDeletedCases } from '../tables/cases/delete-case.ts'
import { mainFile, sizeOf } from '../tables/service/storage.ts'

/**
 * Returns unused space to the disk: removes deleted cases for good, deletes transactions that no row refers to, and rewrites the file without gaps. Needs about twice the final
 * size on disk while it runs, and leaves the file unchanged when it fails.
 */
export function compact(db: WriteDb): { fileBytes: number; freedBytes: number } {
  const file = mainFile(db)
  const size = (): number => sizeOf(file) + sizeOf(`${file}-wal`)
  const before = size()
  db.atomic(() => {
    purgeDeletedCases(db)
    dropUnnamedTransactions(db)
  })
  db.run(sql`VACUUM`)
  // The log stays while a reader uses it; a later checkpoint then truncates it.
  db.emptyLog()
  return { fileBytes: sizeOf(file), freedBytes: Math.max(0, before - size()) }
}

/** Addresses stay because readers cache them by id; only the writer caches transactions. */
function dropUnnamedTransactions(db: WriteDb): void {
  db.run(sql`
    DELETE FROM tx WHERE id NOT IN (SELECT tx FROM trade UNION ALL SELECT tx FROM transfer UNION ALL SELECT tx FROM native_transfer
      UNION ALL SELECT tx FROM dollar_payment)`)
  db.intern.forget()
}
