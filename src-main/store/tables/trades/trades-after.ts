import { NETWORK_CODE } from '../../values/codes.ts'
import { addressId, type ReadDb } from '../../connection/handle.ts'
import { joined, quoteIdentifier, sql, type Query } from '../../connection/sql.ts'
import type { StoredAfter } from '../../interface.ts'
import { newestTradeId } from '../tokens/revisions.ts'
import { retractedTrades } from './reverted-trades.ts'
import { withKnownDecimals } from './trade-decimals.ts'
import { TRADE_COLUMNS, tradeFromRow, WITH_NAMES, type TradeRow } from './trade-rows.ts'
import { beforeTime } from './trade-runs.ts'
import { SIDES } from './trade-sides.ts'
import type { Read } from '../calls.ts'

/** Rows that one call searches in the order of the table: about 10 ms of the reading thread. */
const ROWS_SEARCHED = 20_000

const MATCHED_BY_STREAM = ['pool', 'token_in', 'token_out', 'signer', 'receiver'] as const

/** Trades in storage order. An index would be in chain order, so the rows themselves are searched. */
export const tradesAfter: Read<'tradesAfter'> = (db, args) => {
  const newest = newestTradeId(db)
  const matches = subjectMatches(db, args)
  const after = args.from === undefined ? args.after : beforeTime(db, args.after, args.from, newest)
  const searchedTo = matches === null ? newest : Math.min(after + ROWS_SEARCHED, newest)
  const found = matches === null || searchedTo <= after ? [] : db.arrays<TradeRow>(rowsQuery({ ...args, after }, searchedTo, matches))
  const searched = found.length < args.limit ? Math.max(searchedTo, args.after) : (found.at(-1)?.[0] ?? args.after)
  const where = sql`t.retraction > ${args.after} AND t.retraction <= ${searched} AND ${conditionsOf(args, matches ?? [])}`
  const retracted = matches === null ? [] : retractedTrades(db, where, args.limit)
  const upTo = retracted.length < args.limit ? searched : (retracted.at(-1)?.retraction ?? searched)
  const page = found.filter(([id]) => id <= upTo)
  return {
    trades: withKnownDecimals(
      db,
      page.map((row) => tradeFromRow(db, row)),
    ),
    rows: page.map(([id]) => id),
    retracted,
    upTo,
    newest,
  }
}

function rowsQuery(args: StoredAfter, searchedTo: number, matches: readonly Query[]): Query {
  return sql`
    SELECT ${TRADE_COLUMNS} FROM trade AS t NOT INDEXED ${WITH_NAMES}
    WHERE t.id > ${args.after} AND t.id <= ${searchedTo} AND ${conditionsOf(args, matches)} ORDER BY t.id LIMIT ${args.limit}`
}

const conditionsOf = ({ network, from }: StoredAfter, matches: readonly Query[]): Query =>
  joined([sql`t.network = ${NETWORK_CODE[network]}`, ...matches, ...(from === undefined ? [] : [sql`t.time >= ${from}`])], ' AND ')

/** Null if the address is not stored, and therefore in no trade. */
function subjectMatches(db: ReadDb, { network, subject }: StoredAfter): readonly Query[] | null {
  if (subject === null) return []
  const id = addressId(db, { network, address: subject.address })
  if (id === null) return null
  const sides = subject.by === 'any' ? MATCHED_BY_STREAM : SIDES[subject.by]
  return [
    sql`(${joined(
      sides.map((side) => sql`t.${quoteIdentifier(side)} = ${id}`),
      ' OR ',
    )})`,
  ]
}
