import { NETWORK_CODE } from '../../values/codes.ts'
import { addressId, type ReadDb } from '../../connection/handle.ts'
import { joined, named, sql, type Query } from '../../connection/sql.ts'
import type { StoredAfter, StoredTrades } from '../../interface.ts'
import { newestTradeId } from '../tokens/revisions.ts'
import { withKnownDecimals } from './trade-decimals.ts'
import { TRADE_COLUMNS, tradeFromRow, WITH_NAMES, type TradeRow } from './trade-rows.ts'
import { beforeTime } from './trade-runs.ts'
import { SIDES } from './trade-sides.ts'

/** Rows that one call searches in the order of the table: about 10 ms of the reading thread. */
const ROWS_SEARCHED = 20_000

const MATCHED_BY_STREAM = ['pool', 'token_in', 'token_out', 'signer', 'receiver'] as const

/** Trades in the order in which they were stored. An index would be in chain order, so the rows themselves are searched. */
export function tradesAfter(db: ReadDb, args: StoredAfter): StoredTrades {
  const newest = newestTradeId(db)
  const matches = subjectMatches(db, args)
  const after = args.from === undefined ? args.after : beforeTime(db, args.after, args.from, newest)
  const searchedTo = matches === null ? newest : Math.min(after + ROWS_SEARCHED, newest)
  const found = matches === null || searchedTo <= after ? [] : db.arrays<TradeRow>(rowsQuery({ ...args, after }, searchedTo, matches))
  const rows = found.map(([id]) => id)
  return {
    trades: withKnownDecimals(
      db,
      found.map((row) => tradeFromRow(db, row)),
    ),
    rows,
    upTo: found.length < args.limit ? Math.max(searchedTo, args.after) : (rows.at(-1) ?? args.after),
    newest,
  }
}

function rowsQuery({ network, after, limit, from }: StoredAfter, searchedTo: number, matches: readonly Query[]): Query {
  const conditions = [
    sql`t.id > ${after} AND t.id <= ${searchedTo} AND t.network = ${NETWORK_CODE[network]}`,
    ...matches,
    ...(from === undefined ? [] : [sql`t.time >= ${from}`]),
  ]
  return sql`SELECT ${TRADE_COLUMNS} FROM trade AS t NOT INDEXED ${WITH_NAMES} WHERE ${joined(conditions, ' AND ')} ORDER BY t.id LIMIT ${limit}`
}

/** Null if the address is not stored, so that no trade names it. */
function subjectMatches(db: ReadDb, { network, subject }: StoredAfter): readonly Query[] | null {
  if (subject === null) return []
  const id = addressId(db, network, subject.address)
  if (id === null) return null
  const sides = subject.by === 'any' ? MATCHED_BY_STREAM : SIDES[subject.by]
  return [
    sql`(${joined(
      sides.map((side) => sql`t.${named(side)} = ${id}`),
      ' OR ',
    )})`,
  ]
}
