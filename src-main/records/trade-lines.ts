import type { TradeRecord } from '../../src-shared/contract/records/trade.ts'
import { csvLine } from '../../src-shared/domain/csv.ts'

/** Trades as lines of text, for the API and the command line. */

export const LINE_FORMS = ['ndjson', 'csv'] as const
export type LineForm = (typeof LINE_FORMS)[number]

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
  ['id', (trade) => trade.local.id],
  ['leg', (trade) => trade.local.leg],
  ['token_in_amount_raw', (trade) => trade.local.token_in_amount_raw],
  ['token_out_amount_raw', (trade) => trade.local.token_out_amount_raw],
]

/** Text before the first trade; empty for NDJSON. */
export const TRADE_HEADS: Readonly<Record<LineForm, string>> = { ndjson: '', csv: csvLine(COLUMNS.map(([name]) => name)) }

/** One trade with its trailing newline. */
export const TRADE_LINES: Readonly<Record<LineForm, (trade: TradeRecord) => string>> = {
  ndjson: (trade) => `${JSON.stringify(trade)}\n`,
  csv: (trade) => csvLine(COLUMNS.map(([, read]) => read(trade))),
}
