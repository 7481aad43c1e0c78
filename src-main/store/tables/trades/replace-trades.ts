import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Trade } from '../../../../src-shared/domain/events.ts'
import type { WriteDb } from '../../connection/handle.ts'
import { idList, sql } from '../../connection/sql.ts'
import type { ReadRange } from '../../interface.ts'
import { compareRows } from '../../values/compare-rows.ts'
import { deleteTrades } from './delete-trades.ts'
import { tradeFromRow, tradesById, type TradeRow } from './trade-rows.ts'
import { coverTrades, insertTrades } from './trades.ts'
import type { Write } from '../calls.ts'

interface StoredTrade {
  readonly id: number
  readonly trade: Trade
}

export const replaceTrades: Write<'replaceTrades'> = (db, { token, rows, covers, whole, pools }) => {
  const { outdated, fresh, added, changes } = compareRows(storedTrades(db, token, pools, covers), rows, {
    keyOfStored: ({ trade }) => keyOf(trade),
    keyOfRead: keyOf,
    isSame: ({ trade }, row) => factsOf(trade) === factsOf(row),
    whole,
  })
  deleteTrades(
    db,
    outdated.map(({ id }) => id),
  )
  const inserted = insertTrades(db, token.network, fresh)
  coverTrades(db, token, covers)
  const isNew = new Set(added)
  const indexes = new Map(rows.map((row, index) => [row, index]))
  const newRows = inserted.indexes.flatMap((at, n) => {
    const row = fresh[at]
    const index = row === undefined || !isNew.has(row) ? undefined : indexes.get(row)
    return index === undefined ? [] : { index, id: inserted.ids[n] ?? 0 }
  })
  return { ...changes, newRows: { indexes: newRows.map(({ index }) => index), ids: newRows.map(({ id }) => id) } }
}

function storedTrades(
  db: WriteDb,
  token: ReadRange<Trade>['token'],
  pools: readonly Address[],
  { from, to }: ReadRange<Trade>['covers'],
): StoredTrade[] {
  const tokenId = db.intern.address(token.network, token.address)
  const poolIds = pools.map((pool) => db.intern.address(token.network, pool))
  const ids = sql`
    SELECT id, block, tx_index, event, leg FROM trade INDEXED BY trade_by_pool
    WHERE pool IN ${idList(poolIds)} AND block BETWEEN ${from} AND ${to}
      AND (token_in = ${tokenId} OR token_out = ${tokenId})`
  return db.arrays<TradeRow>(tradesById(ids, sql`ASC`)).map((row) => ({ id: row[0], trade: tradeFromRow(db, row) }))
}

/** Trades are unique by this key (trades.ts). */
const keyOf = ({ tx, position, pool, tokenIn, tokenOut }: Trade): string => [tx, position.event, pool, tokenIn.token, tokenOut.token].join(' ')

/** The on-chain part of a trade. Prices come from elsewhere, and the number of the leg depends on which pools were read. */
const factsOf = ({ position, signer, account, receiver, tokenIn, tokenOut }: Trade): string =>
  [position.block, position.tx, signer, account, receiver, tokenIn.raw, tokenOut.raw].join(' ')
