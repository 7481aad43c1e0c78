import { Readable } from 'node:stream'
import { TRADE_HEADS, TRADE_LINES, type LineForm } from '../../records/trade-lines.ts'
import { tradesToRecords } from '../../records/trade.ts'
import type { Store, TradeFilter, TradeRows } from '../../store/interface.ts'
import { LINE_TYPES } from '../http/answer.ts'
import type { Handler } from '../context.ts'
import { tradeProvenance, tradeSubject, tradesRead } from './shared/trade-filter.ts'

/** All trades of a filter as lines. The next page is read from the store only after the client has received the previous one. */

/** Making their lines takes about 7 ms. */
export const ROWS_PER_READ = 250

async function* lines(store: Store, filter: TradeFilter, first: TradeRows, form: LineForm): AsyncGenerator<Buffer> {
  const line = TRADE_LINES[form]
  if (TRADE_HEADS[form] !== '') yield Buffer.from(TRADE_HEADS[form])
  for (let rows = first; ; rows = await store.read.trades({ ...filter, after: rows.next })) {
    const text = tradesToRecords(rows.trades).map(line).join('')
    if (text !== '') yield Buffer.from(text)
    if (rows.next === null) return
  }
}

export const localTrades: Handler<'localTrades'> = async (call, context) => {
  const { params, query } = call
  const subject = tradeSubject(params.network, query)
  await tradesRead(call, subject, context)
  const filter: TradeFilter = {
    ...subject,
    sort: query.sort ?? 'desc',
    limit: ROWS_PER_READ,
    after: null,
    ...(query.from === undefined ? {} : { from: query.from }),
    ...(query.to === undefined ? {} : { to: query.to }),
    ...(query.min_usd === undefined ? {} : { minUsd: query.min_usd }),
  }
  // Read before the status is sent, so that a failing store is an error and not half a file.
  const first = await context.store.read.trades(filter)
  const form = query.format ?? 'ndjson'
  return {
    kind: 'stream',
    type: LINE_TYPES[form],
    stream: Readable.from(lines(context.store, filter, first, form), { objectMode: false, highWaterMark: 1 }),
    provenance: await tradeProvenance(context, subject, first.trades[0]),
  }
}
