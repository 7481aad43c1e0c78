import type { WriteDb } from '../../connection/handle.ts'
import { keepTradeIds } from '../tokens/revisions.ts'

/** Deletes trades and corrects the number of trades of every token and pool that they name. */
export function deleteTrades(db: WriteDb, ids: readonly number[]): void {
  if (ids.length === 0) return
  keepTradeIds(db)
  const sides = db.prepared('SELECT token_in, token_out, pool FROM trade WHERE id = ?').raw(true)
  const remove = db.prepared('DELETE FROM trade WHERE id = ?')
  const uncount = db.prepared('UPDATE token SET trade_count = trade_count - 1, revision = revision + 1 WHERE id = ?')
  for (const id of ids) {
    const named = (sides.get(id) ?? []) as number[]
    remove.run(id)
    for (const side of new Set(named)) uncount.run(side)
  }
}
