import type { TradeCursor, TradeFilter } from '../../interface.ts'
import { addressId, type ReadDb } from '../../connection/handle.ts'
import { joined, quoteIdentifier, sql, type Query } from '../../connection/sql.ts'
import { NEWEST_TRADE_ID, newestTradeId } from '../tokens/revisions.ts'
import { firstBlockAfter, firstBlockFrom } from './time-bounds.ts'
import { withKnownDecimals } from './trade-decimals.ts'
import { completeTrades, tradeFromRow, tradesById, type TradeRow } from './trade-rows.ts'
import { SIDES, type Side } from './trade-sides.ts'
import type { Read } from '../calls.ts'

/**
 * A page of trades in chain order. Paging to the end returns every trade that existed at the first page once: later rows have an id above the
 * cursor's ceiling, wherever they are in the chain.
 */
export const trades: Read<'trades'> = (db, filter) => {
  const id = addressId(db, filter)
  if (id === null || filter.limit <= 0) return { trades: [], next: null, ceiling: filter.after?.ceiling ?? newestTradeId(db) }
  // Both are read from the same snapshot, so no row of a first page is above its ceiling.
  const query = pageQuery(filter, id, (side) => timeBounds(db, filter, side, id), db.readsRowsByIndex)
  const [rows = [], [newest] = []] = db.together(filter.after === null ? [query, sql`SELECT ${NEWEST_TRADE_ID}`] : [query]) as [
    TradeRow[],
    [number][],
  ]
  const ceiling = filter.after?.ceiling ?? newest?.[0] ?? 0
  const page = rows.slice(0, filter.limit)
  const last = page.at(-1)
  return {
    trades: withKnownDecimals(
      db,
      page.map((row) => tradeFromRow(db, row)),
    ),
    next: last === undefined || rows.length <= filter.limit ? null : cursorAt(last, ceiling),
    ceiling,
  }
}

/** Selects one row more than the page, to see whether another page follows. `bounds` limits the blocks per side. Exported to test its query plan. */
export function pageQuery(filter: TradeFilter, addressId: number, bounds: (side: Side) => readonly Query[], wholeRows = false): Query {
  const direction = filter.sort === 'asc' ? sql`ASC` : sql`DESC`
  const sides = SIDES[filter.by]
  const scans = sides.map((side, n) => {
    // The sides of a page have no row in common, so that they are merged as they are read.
    const earlier = wholeRows ? sides.slice(0, n).map((other) => sql`${quoteIdentifier(other)} <> ${addressId}`) : []
    return sideScan(filter, side, addressId, direction, [...bounds(side), ...earlier], wholeRows)
  })
  const page = sql`${joined(scans, wholeRows ? ' UNION ALL ' : ' UNION ')} ${inOrder(direction)} LIMIT ${filter.limit + 1}`
  return wholeRows ? completeTrades(page, direction) : tradesById(page, direction)
}

/** Up to one page of one side from its index: either ids, whose duplicates the UNION of the sides removes, or whole rows. */
function sideScan(filter: TradeFilter, side: Side, id: number, direction: Query, bounds: readonly Query[], wholeRows: boolean): Query {
  const conditions = [sql`${quoteIdentifier(side)} = ${id}`, ...bounds, ...afterCursor(filter), ...valueConditions(filter)]
  return sql`
    SELECT * FROM (
      SELECT ${wholeRows ? sql`*` : sql`id, block, tx_index, event, leg`} FROM trade INDEXED BY ${quoteIdentifier(`trade_by_${side}`)}
      WHERE ${joined(conditions, ' AND ')} ${inOrder(direction)} LIMIT ${filter.limit + 1}
    )`
}

function inOrder(direction: Query): Query {
  return sql`ORDER BY block ${direction}, tx_index ${direction}, event ${direction}, leg ${direction}, id ${direction}`
}

function afterCursor({ after, sort }: TradeFilter): Query[] {
  if (after === null) return []
  const { position, leg, rowId, ceiling } = after
  const place = sql`(${position.block}, ${position.tx}, ${position.event}, ${leg}, ${rowId})`
  const here = sql`(block, tx_index, event, leg, id)`
  return [sql`id <= ${ceiling}`, sort === 'asc' ? sql`${here} > ${place}` : sql`${here} < ${place}`]
}

/**
 * Bounds of the blocks between the given times, so that the scan neither starts before the first match nor continues after the last. The cursor
 * already bounds the near end of later pages, and an index takes one bound per end.
 */
function timeBounds(db: ReadDb, { sort, after, from, to }: TradeFilter, side: Side, id: number): Query[] {
  const low = from === undefined || (after !== null && sort === 'asc') ? null : firstBlockFrom(db, side, id, from)
  const high = to === undefined || (after !== null && sort === 'desc') ? null : firstBlockAfter(db, side, id, to)
  return [...(low === null ? [] : [sql`block >= ${low}`]), ...(high === null ? [] : [sql`block < ${high}`])]
}

/** The value of a trade is the larger of the known values of its sides. A trade without a price passes no minimum. */
function valueConditions({ from, to, minUsd }: TradeFilter): Query[] {
  return [
    ...(from === undefined ? [] : [sql`time >= ${from}`]),
    ...(to === undefined ? [] : [sql`time <= ${to}`]),
    ...(minUsd === undefined ? [] : [sql`max(coalesce(usd_in, usd_out), coalesce(usd_out, usd_in)) >= ${minUsd}`]),
  ]
}

function cursorAt(row: TradeRow, ceiling: number): TradeCursor {
  const [rowId, , block, tx, event, leg] = row
  return { position: { block, tx, event }, leg, rowId, ceiling }
}
