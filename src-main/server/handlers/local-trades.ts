import { Readable } from 'node:stream'
import type { TradeRecord } from '../../../src-shared/contract/records/trade.ts'
import { tradeToRecord } from '../../records/trade.ts'
import type { Store, TradeFilter, TradeRows } from '../../store/interface.ts'
import type { Handler } from '../context.ts'
import { tradeProvenance, tradeSubject } from './trade-filter.ts'

/** All trades of a filter as lines. The next page is asked of the store only when the caller has taken the one before. */

const ROWS_PER_READ = 1_000

type LineForm = 'ndjson' | 'csv'

const TYPES: Readonly<Record<LineForm, string>> = { ndjson: 'application/x-ndjson; charset=utf-8', csv: 'text/csv; charset=utf-8; header=present' }

const COLUMNS: readonly (readonly [string, (trade: TradeRecord) => string | number | null])[] = [
  ['block_time', (trade) => trade.block_time],
  ['block', (trade) => trade.block],
  ['tx_signature', (trade) => trade.tx_signature],
  ['dex', (trade) => trade.dex],
  ['dex_version', (trade) => trade.dex_version],
  ['signer', (trade) => trade.signer],
  ['receiver', (trade) => trade.receiver],
  ['pool_address', (trade) => trade.pool_address],
  ['token_in_address', (trade) => trade.token_in.address],
  ['token_in_amount', (trade) => trade.token_in.amount],
  ['token_in_amount_usd', (trade) => trade.token_in.amount_usd],
  ['token_out_address', (trade) => trade.token_out.address],
  ['token_out_amount', (trade) => trade.token_out.amount],
  ['token_out_amount_usd', (trade) => trade.token_out.amount_usd],
  ['fee_usd', (trade) => trade.fee_usd],
]

/** RFC 4180: quoted where needed, quotes doubled, lines end in CRLF. Unknown is an empty field. */
function csvLine(fields: readonly (string | number | null)[]): string {
  const shown = fields.map((field) => {
    const text = field === null ? '' : String(field)
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  })
  return `${shown.join(',')}\r\n`
}

const HEADS: Readonly<Record<LineForm, string>> = { ndjson: '', csv: csvLine(COLUMNS.map(([name]) => name)) }
const LINES: Readonly<Record<LineForm, (trade: TradeRecord) => string>> = {
  ndjson: (trade) => `${JSON.stringify(trade)}\n`,
  csv: (trade) => csvLine(COLUMNS.map(([, read]) => read(trade))),
}

async function* lines(store: Store, filter: TradeFilter, first: TradeRows, form: LineForm): AsyncGenerator<Buffer> {
  const line = LINES[form]
  if (HEADS[form] !== '') yield Buffer.from(HEADS[form])
  for (let rows = first; ; rows = await store.read.trades({ ...filter, after: rows.next })) {
    if (rows.trades.length > 0) yield Buffer.from(rows.trades.map((trade) => line(tradeToRecord(trade))).join(''))
    if (rows.next === null) return
  }
}

export const localTrades: Handler<'localTrades'> = async ({ params, query }, context) => {
  const subject = tradeSubject(params.network, query)
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
    type: TYPES[form],
    stream: Readable.from(lines(context.store, filter, first, form), { objectMode: false, highWaterMark: 1 }),
    provenance: await tradeProvenance(context, subject, first.trades[0]),
  }
}
