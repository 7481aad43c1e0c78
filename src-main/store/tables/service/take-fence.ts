import type { WriteDb } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'
import type { Fence } from '../../fence.ts'

/** A transaction begins with its first statement, and passes the fence before it. */
export function takeFence(db: WriteDb, fence: Fence): void {
  db.atomic(() => void db.get(sql`SELECT 1`), { calls: [], fence })
}
