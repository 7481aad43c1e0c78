import type { ReadDb } from '../../connection/handle.ts'
import type { Side } from './trade-sides.ts'
import { quoteIdentifier, sql, type Query } from '../../connection/sql.ts'

/**
 * Finds the block of a time, so that a page that starts at a time does not scan the chain up to it. Block times never decrease on any chain, so a
 * bisection finds the block with about thirty index lookups.
 */

/** Margin for sources with different clocks. An exact filter is applied to the rows within the bounds. */
const CLOCK_SLACK_SECONDS = 600

/** A block before which no trade is at `time` or later; null when no trade has a known time. */
export function firstBlockFrom(db: ReadDb, side: Side, id: number, time: number): number | null {
  return bisect(db, side, id, time - CLOCK_SLACK_SECONDS)
}

/** A block from which on every trade is later than `time`; null when no trade has a known time. */
export function firstBlockAfter(db: ReadDb, side: Side, id: number, time: number): number | null {
  return bisect(db, side, id, time + CLOCK_SLACK_SECONDS + 1)
}

/** The first block whose next trade with a known time, if there is one, is at `time` or later. */
function bisect(db: ReadDb, side: Side, id: number, time: number): number | null {
  const ends = db.get<{ low: number | null; high: number | null }>(
    sql`SELECT (${firstOrLastBlock(side, id, sql`ASC`)}) AS low, (${firstOrLastBlock(side, id, sql`DESC`)}) AS high`,
  )
  if (ends === undefined || ends.low === null || ends.high === null || nextTimed(db, side, id, ends.low) === undefined) return null
  let low = ends.low
  let high = ends.high + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const next = nextTimed(db, side, id, middle)
    if (next === undefined || next.time >= time) high = middle
    else low = Math.max(next.block, middle) + 1
  }
  return low
}

function nextTimed(db: ReadDb, side: Side, id: number, block: number): { block: number; time: number } | undefined {
  return db.get(sql`
    SELECT block, time FROM trade INDEXED BY ${quoteIdentifier(`trade_by_${side}`)}
    WHERE ${quoteIdentifier(side)} = ${id} AND block >= ${block} AND time IS NOT NULL ORDER BY block LIMIT 1`)
}

function firstOrLastBlock(side: Side, id: number, direction: Query): Query {
  return sql`SELECT block FROM trade INDEXED BY ${quoteIdentifier(`trade_by_${side}`)} WHERE ${quoteIdentifier(side)} = ${id} ORDER BY block ${direction} LIMIT 1`
}
