import { TRADE_PAGE_DEFAULT } from '../../../src-shared/contract/limits.ts'
import type { TradePage, TradeRecord } from '../../../src-shared/contract/records/trade.ts'
import type { Trade } from '../../../src-shared/domain/events.ts'
import { comparePositions } from '../../../src-shared/domain/position.ts'
import { tradesToRecords } from '../../records/trade.ts'
import type { TradeCursor, TradeRows } from '../../store/interface.ts'
import { valueAnswer } from '../http/answer.ts'
import type { Handler, ServerContext } from '../context.ts'
import { inputError } from '../http/input-error.ts'
import { readCursor, writeCursor, type CursorScope, type PageEnd } from './shared/trade-cursor.ts'
import { tradeProvenance, tradeSubject, tradesRead } from './shared/trade-filter.ts'

/** After this many reads, a page may be shorter than its limit, because trades of a token with unknown decimals have no record. */
const READS_PER_PAGE = 5

export const trades: Handler<'trades'> = async (call, context) => {
  const { params, query } = call
  if (query.sort !== undefined && query.order !== undefined && query.sort !== query.order) {
    throw inputError(['query', 'order'], 'sort and order are the same parameter and must not differ.', 'sort')
  }
  const subject = tradeSubject(params.network, query)
  await tradesRead(call, subject, context)
  const scope = { ...subject, sort: query.sort ?? query.order ?? 'desc' }
  const limit = query.limit ?? TRADE_PAGE_DEFAULT
  const after = query.cursor === undefined ? null : readCursor(scope, query.cursor)
  const page =
    after !== null && 'storedAfter' in after ? readStored(context, scope, limit, after.storedAfter) : readPage(context, scope, limit, after)
  const { records, first, end } = await page
  const answer: TradePage = { trades: records, next_cursor: end === null ? null : writeCursor(scope, end) }
  return valueAnswer(answer, await tradeProvenance(context, subject, first))
}

interface FoundPage {
  readonly records: TradeRecord[]
  readonly first: Trade | undefined
  /** Null if there is currently no further page. */
  readonly end: PageEnd | null
}

/** Trades without a record are left out, and the page is filled with the following ones. */
async function readPage({ store }: ServerContext, scope: CursorScope, limit: number, start: TradeCursor | null): Promise<FoundPage> {
  const records: TradeRecord[] = []
  let first: Trade | undefined
  let after = start
  let rows: TradeRows | null = null
  for (let reads = 0; reads < READS_PER_PAGE && records.length < limit && (rows === null || after !== null); reads++) {
    rows = await store.read.trades({ ...scope, limit: limit - records.length, after })
    first ??= rows.trades[0]
    records.push(...tradesToRecords(rows.trades))
    after = rows.next
  }
  // Later trades may be stored anywhere in the chain, so polling continues in storage order.
  const isPolled = after === null && scope.sort === 'asc' && records.length > 0
  return { records, first, end: isPolled ? { storedAfter: rows?.ceiling ?? 0 } : after }
}

/** Trades stored after a row, in chain order within the page. An empty page ends with null: the same cursor finds later trades. */
async function readStored({ store }: ServerContext, scope: CursorScope, limit: number, start: number): Promise<FoundPage> {
  const found: Trade[] = []
  const { network, by, address } = scope
  let after = start
  for (let newest = Infinity; after < newest && found.length < limit;) {
    const page = await store.read.tradesAfter({ network, subject: { by, address }, after, limit: limit - found.length })
    found.push(...page.trades)
    after = page.upTo
    newest = page.newest
  }
  const trades = found.toSorted((a, b) => comparePositions(a.position, b.position) || a.leg - b.leg)
  return { records: tradesToRecords(trades), first: trades[0], end: trades.length === 0 ? null : { storedAfter: after } }
}
