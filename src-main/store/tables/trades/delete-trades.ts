import type { WriteDb } from '../../connection/handle.ts'
import { idList, sql } from '../../connection/sql.ts'
import { keepTradeIds } from '../tokens/revisions.ts'

/** Deletes trades and corrects the trade count of every token and pool in them. */
export function deleteTrades(db: WriteDb, ids: readonly number[]): void {
  if (ids.length === 0) return
  keepTradeIds(db)
  const gone = new Map<number, number>()
  for (const named of db.arrays<number[]>(sql`SELECT token_in, token_out, pool FROM trade WHERE id IN ${idList(ids)}`)) {
    for (const side of new Set(named)) gone.set(side, (gone.get(side) ?? 0) + 1)
  }
  db.run(sql`DELETE FROM trade WHERE id IN ${idList(ids)}`)
  db.runAll('UPDATE token SET trade_count = trade_count - ?, revision = revision + ? WHERE id = ?', [...gone], ([side, trades]) => [
    trades,
    trades,
    side,
  ])
}
