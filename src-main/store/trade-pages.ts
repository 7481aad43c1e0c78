import type { TradeCursor, TradeFilter, TradeRows } from './interface.ts'
import { addressId, type ReadDb } from './handle.ts'
import { joined, named, sql, type Query } from './sql.ts'
import { tradeFromRow, tradesById, type TradeRow } from './trade-rows.ts'

/** A column that a page may be asked by, with the index that keeps it in chain order. */
type Side = 'token_in' | 'token_out' | 'pool' | 'signer'

/** `token` matches both tokens and the pool, as the stream does (contract.md §6). */
const SIDES: Readonly<Record<TradeFilter['by'], readonly Side[]>> = {
  token: ['token_in', 'token_out', 'pool'],
  pool: ['pool'],
  signer: ['signer'],
}

/**
 * A page of trades in chain order. Paging to the end gives every trade that existed at the first page once: rows that
 * came later have an id above the cursor's ceiling, wherever in the chain they belong.
 */
export function trades(db: ReadDb, filter: TradeFilter): TradeRows {
  const id = addressId(db, filter.network, filter.address)
  if (id === null || filter.limit <= 0) return { trades: [], next: null }
  const ceiling = filter.after?.ceiling ?? newestTradeId(db)
  const rows = Array.from(db.each<TradeRow>(pageQuery(filter, id, ceiling)))
  const page = rows.slice(0, filter.limit)
  const last = page.at(-1)
  return {
    trades: page.map((row) => tradeFromRow(db, row)),
    next: last === undefined || rows.length <= filter.limit ? null : cursorAt(last, ceiling),
  }
}

/** One row more than the page, to know whether another follows. Exported for the test of its plan. */
export function pageQuery(filter: TradeFilter, addressId: number, ceiling: number): Query {
  const direction = filter.sort === 'asc' ? sql`ASC` : sql`DESC`
  const sides = SIDES[filter.by]
  const scans = sides.map((side, i) => sideScan(filter, side, sides.slice(0, i), addressId, ceiling, direction))
  const ids = sql`${joined(scans, ' UNION ALL ')} ${inOrder(direction)} LIMIT ${filter.limit + 1}`
  return tradesById(ids, direction)
}

/** At most a page of ids of one side, straight from its index. `before`: sides already scanned, so that a trade is met once. */
function sideScan(filter: TradeFilter, side: Side, before: readonly Side[], id: number, ceiling: number, direction: Query): Query {
  const conditions = [
    sql`${named(side)} = ${id}`,
    sql`id <= ${ceiling}`,
    ...before.map((other) => sql`${named(other)} <> ${id}`),
    ...afterCursor(filter),
    ...valueConditions(filter),
  ]
  return sql`
    SELECT * FROM (
      SELECT id, block, tx_index, event, leg FROM trade INDEXED BY ${named(`trade_by_${side}`)}
      WHERE ${joined(conditions, ' AND ')} ${inOrder(direction)} LIMIT ${filter.limit + 1}
    )`
}

function inOrder(direction: Query): Query {
  return sql`ORDER BY block ${direction}, tx_index ${direction}, event ${direction}, leg ${direction}, id ${direction}`
}

function afterCursor({ after, sort }: TradeFilter): Query[] {
  if (after === null) return []
  const { position, leg, rowId } = after
  const place = sql`(${position.block}, ${position.tx}, ${position.event}, ${leg}, ${rowId})`
  const here = sql`(block, tx_index, event, leg, id)`
  return [sort === 'asc' ? sql`${here} > ${place}` : sql`${here} < ${place}`]
}

/** A trade is worth what its better known side is worth; one without any price passes no minimum. */
function valueConditions({ from, to, minUsd }: TradeFilter): Query[] {
  return [
    ...(from === undefined ? [] : [sql`time >= ${from}`]),
    ...(to === undefined ? [] : [sql`time <= ${to}`]),
    ...(minUsd === undefined ? [] : [sql`max(coalesce(usd_in, usd_out), coalesce(usd_out, usd_in)) >= ${minUsd}`]),
  ]
}

function newestTradeId(db: ReadDb): number {
  return db.get<{ id: number | null }>(sql`SELECT max(id) AS id FROM trade`)?.id ?? 0
}

function cursorAt(row: TradeRow, ceiling: number): TradeCursor {
  const [rowId, , block, tx, event, leg] = row
  return { position: { block, tx, event }, leg, rowId, ceiling }
}
