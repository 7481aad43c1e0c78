import type { Trade } from '../../../../src-shared/domain/events.ts'
import { decodeAmount } from '../../values/amounts.ts'
import { confidenceOfCode, networkOfCode, sourceOfCode } from '../../values/codes.ts'
import type { ReadDb } from '../../connection/handle.ts'
import { sql, type Query } from '../../connection/sql.ts'

export type TradeRow = [
  id: number,
  network: number,
  block: number,
  txIndex: number,
  event: number,
  leg: number,
  time: number | null,
  tx: string,
  dex: string,
  version: string,
  signer: number,
  receiver: number | null,
  pool: number,
  tokenIn: number,
  rawIn: unknown,
  decimalsIn: number | null,
  usdIn: number | null,
  tokenOut: number,
  rawOut: unknown,
  decimalsOut: number | null,
  usdOut: number | null,
  feeUsd: number | null,
  source: number,
  confidence: number,
]

/** Stands for "no pool" in the table. */
export const NO_POOL = 0

/**
 * Whole trades by an inner query that names their ids in order. CROSS JOIN fixes the order of the look-ups,
 * so the inner order is the answer's order and is repeated only to say so to SQLite.
 */
export function tradesById(ids: Query, direction: Query): Query {
  return sql`
    SELECT t.id, t.network, t.block, t.tx_index, t.event, t.leg, t.time, tx.text, venue.dex, venue.version,
      t.signer, t.receiver, t.pool, t.token_in, t.raw_in, t.decimals_in, t.usd_in,
      t.token_out, t.raw_out, t.decimals_out, t.usd_out, t.fee_usd, t.source, t.confidence
    FROM (${ids}) AS page CROSS JOIN trade AS t ON t.id = page.id CROSS JOIN tx ON tx.id = t.tx CROSS JOIN venue ON venue.id = t.venue
    ORDER BY page.block ${direction}, page.tx_index ${direction}, page.event ${direction}, page.leg ${direction}, page.id ${direction}`
}

/** What a query selects behind the columns of the trade is left alone. */
export function tradeFromRow(db: ReadDb, row: readonly [...TradeRow, ...unknown[]]): Trade {
  const [
    ,
    network,
    block,
    tx,
    event,
    leg,
    time,
    hash,
    dex,
    dexVersion,
    signer,
    receiver,
    pool,
    tokenIn,
    rawIn,
    decimalsIn,
    usdIn,
    tokenOut,
    rawOut,
    decimalsOut,
    usdOut,
    feeUsd,
    source,
    confidence,
  ] = row
  return {
    kind: 'trade',
    network: networkOfCode(network),
    position: { block, tx, event },
    time,
    tx: hash,
    dex,
    dexVersion,
    signer: db.book.text(signer),
    receiver: db.book.textOrNull(receiver),
    pool: pool === NO_POOL ? null : db.book.text(pool),
    tokenIn: { token: db.book.text(tokenIn), raw: decodeAmount(rawIn), decimals: decimalsIn, usd: usdIn },
    tokenOut: { token: db.book.text(tokenOut), raw: decodeAmount(rawOut), decimals: decimalsOut, usd: usdOut },
    feeUsd,
    leg,
    source: sourceOfCode(source),
    confidence: confidenceOfCode(confidence),
  }
}
