import type { ReadDb, WriteDb } from '../../connection/handle.ts'
import { idList, sql, type Query } from '../../connection/sql.ts'
import type { RetractedTrade, RevertedTrades } from '../../interface.ts'
import { newestTradeId, raiseHighMark } from '../tokens/revisions.ts'
import { deleteTrades } from './delete-trades.ts'
import { withKnownDecimals } from './trade-decimals.ts'
import { TRADE_COLUMNS, tradeFromRow, WITH_NAMES, type TradeRow } from './trade-rows.ts'

/** Reverted trades are kept here for clients that received them and were disconnected. Their retractions are numbered like trades. */

/** Retractions kept, about 3 MB. Older ones are deleted. */
const KEPT = 20_000

type RetractedRow = [...TradeRow, retraction: number]

/**
 * Deletes reverted trades of a token. A token of liquidity has the address of its pool, but the trades in the pool are rolled back and read again with
 * the tokens that it exchanges.
 */
export function revertTrades(db: WriteDb, tokenId: number, from: number): RevertedTrades {
  const ids = db
    .arrays<[number]>(sql`SELECT id FROM trade WHERE block >= ${from} AND (token_in = ${tokenId} OR token_out = ${tokenId})`)
    .map(([id]) => id)
  if (ids.length === 0) return { trades: [], rows: [], retractions: [] }
  const last = newestTradeId(db)
  raiseHighMark(db, 'trade_id', last + ids.length)
  db.run(sql`INSERT INTO reverted_trade SELECT ${last} + row_number() OVER (ORDER BY t.id DESC), t.* FROM trade AS t WHERE t.id IN ${idList(ids)}`)
  const retracted = retractedTrades(db, sql`t.retraction > ${last}`, ids.length)
  deleteTrades(db, ids)
  db.run(sql`
    DELETE FROM reverted_trade WHERE retraction <= (SELECT retraction FROM reverted_trade ORDER BY retraction DESC LIMIT 1 OFFSET ${KEPT})`)
  return {
    trades: retracted.map(({ trade }) => trade),
    rows: retracted.map(({ row }) => row),
    retractions: retracted.map(({ retraction }) => retraction),
  }
}

/** In the order of their retractions. @param where conditions on the table `t` */
export function retractedTrades(db: ReadDb, where: Query, limit: number): RetractedTrade[] {
  const rows = db.arrays<RetractedRow>(
    sql`SELECT ${TRADE_COLUMNS}, t.retraction FROM reverted_trade AS t ${WITH_NAMES} WHERE ${where} ORDER BY t.retraction LIMIT ${limit}`,
  )
  const trades = withKnownDecimals(
    db,
    rows.map((row) => tradeFromRow(db, row)),
  )
  return trades.map((trade, n) => ({ trade, row: rows[n]?.[0] ?? 0, retraction: rows[n]?.at(-1) as number }))
}

/** Called when a token is deleted: its retractions are no longer reported. */
export function forgetReverted(db: WriteDb, tokenId: number): void {
  db.run(sql`DELETE FROM reverted_trade WHERE token_in = ${tokenId} OR token_out = ${tokenId} OR pool = ${tokenId}`)
}
