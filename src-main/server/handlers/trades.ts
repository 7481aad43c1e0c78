import { TRADE_PAGE_DEFAULT } from '../../../src-shared/contract/routes.ts'
import type { TradePage, TradeRecord } from '../../../src-shared/contract/records/trade.ts'
import type { Trade } from '../../../src-shared/domain/events.ts'
import { tradesToRecords } from '../../records/trade.ts'
import type { TradeRows } from '../../store/interface.ts'
import { valueAnswer } from '../http/answer.ts'
import type { Handler } from '../context.ts'
import { inputError } from '../http/input-error.ts'
import { readCursor, writeCursor } from './shared/trade-cursor.ts'
import { tradeProvenance, tradeSubject, tradesRead } from './shared/trade-filter.ts'

/** Trades of a token with unknown decimals have no record, so a page may be shorter than its limit after this many reads. */
const READS_A_PAGE = 5

export const trades: Handler<'trades'> = async (call, context) => {
  const { params, query } = call
  if (query.sort !== undefined && query.order !== undefined && query.sort !== query.order) {
    throw inputError(['query', 'order'], 'sort and order are the same parameter and must not differ.', 'sort')
  }
  const subject = tradeSubject(params.network, query)
  await tradesRead(call, subject, context)
  const scope = { ...subject, sort: query.sort ?? query.order ?? 'desc' }
  const limit = query.limit ?? TRADE_PAGE_DEFAULT
  const found: TradeRecord[] = []
  let after = query.cursor === undefined ? null : readCursor(scope, query.cursor)
  let first: Trade | undefined
  // Trades without a record are left out, and the page is filled with the following ones.
  for (let reads = 0; reads < READS_A_PAGE && found.length < limit && (reads === 0 || after !== null); reads++) {
    const rows: TradeRows = await context.store.read.trades({ ...scope, limit: limit - found.length, after })
    first ??= rows.trades[0]
    found.push(...tradesToRecords(rows.trades))
    after = rows.next
  }
  const page: TradePage = { trades: found, next_cursor: after === null ? null : writeCursor(scope, after) }
  return valueAnswer(page, await tradeProvenance(context, subject, first))
}
