import { TRADE_PAGE_DEFAULT } from '../../../src-shared/contract/routes.ts'
import type { TradePage } from '../../../src-shared/contract/records/trade.ts'
import { tradeToRecord } from '../../records/trade.ts'
import { valueAnswer } from '../answer.ts'
import type { Handler } from '../context.ts'
import { inputFault } from '../input-fault.ts'
import { readCursor, writeCursor } from './trade-cursor.ts'
import { tradeProvenance, tradeSubject } from './trade-filter.ts'

export const trades: Handler<'trades'> = async ({ params, query }, context) => {
  if (query.sort !== undefined && query.order !== undefined && query.sort !== query.order) {
    throw inputFault(['query', 'order'], 'sort and order say the same thing; here they differ.', 'sort')
  }
  const subject = tradeSubject(params.network, query)
  const scope = { ...subject, sort: query.sort ?? query.order ?? 'desc' }
  const after = query.cursor === undefined ? null : readCursor(scope, query.cursor)
  const rows = await context.store.read.trades({ ...scope, limit: query.limit ?? TRADE_PAGE_DEFAULT, after })
  const page: TradePage = { trades: rows.trades.map(tradeToRecord), next_cursor: rows.next === null ? null : writeCursor(scope, rows.next) }
  return valueAnswer(page, await tradeProvenance(context, subject, rows.trades[0]))
}
