import { sql } from '../../connection/sql.ts'
import type { Write } from '../calls.ts'

/** A transaction begins with its first statement, and passes the fence before it. */
export const takeFence: Write<'takeFence'> = (db, fence) => {
  db.atomic(() => void db.get(sql`SELECT 1`), { calls: [], fence })
}
