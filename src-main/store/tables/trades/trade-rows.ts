import type { Trade } from '../../../../src-shared/domain/events.ts'
import { decodeAmount } from '../../values/amounts.ts'
import { confidenceOfCode, networkOfCode, sourceOfCode } from '../../values/codes.ts'
import type { ReadDb } from '../../connection/handle.ts'
import { sql, type Query } from '../../connection/sql.ts'

/** The columns of both sides, in the order of the table. */
export type TradeSidesRow = [
  signer: number,
  account: number | null,
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
]

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
  ...sides: TradeSidesRow,
  feeUsd: number | null,
  source: number,
  confidence: number,
]

/** "No pool" in the table. */
export const NO_POOL = 0

/** The columns of `TradeRow`, from the table `t` and those that `WITH_NAMES` joins. */
export const TRADE_COLUMNS = sql`t.id, t.network, t.block, t.tx_index, t.event, t.leg, t.time, tx.text, venue.dex, venue.version,
      t.signer, t.account, t.receiver, t.pool, t.token_in, t.raw_in, t.decimals_in, t.usd_in,
      t.token_out, t.raw_out, t.decimals_out, t.usd_out, t.fee_usd, t.source, t.confidence`
export const WITH_NAMES = sql`CROSS JOIN tx ON tx.id = t.tx CROSS JOIN venue ON venue.id = t.venue`

/**
 * Complete trades for an inner query that returns their ids in order. CROSS JOIN fixes the join order, so the rows keep the inner order. ORDER BY
 * repeats it, because only ORDER BY guarantees an order in SQLite.
 */
export function tradesById(ids: Query, direction: Query): Query {
  return sql`
    SELECT ${TRADE_COLUMNS}
    FROM (${ids}) AS page CROSS JOIN trade AS t ON t.id = page.id ${WITH_NAMES}
    ORDER BY page.block ${direction}, page.tx_index ${direction}, page.event ${direction}, page.leg ${direction}, page.id ${direction}`
}

/**
 * Complete trades for an inner query that returns their whole rows in order, on PostgreSQL. OFFSET 0 stops the planner from hashing the few venues,
 * after which the rows would need sorting again.
 */
export const completeTrades = (rows: Query, direction: Query): Query => sql`
    SELECT ${TRADE_COLUMNS}
    FROM (${rows}) AS t JOIN tx ON tx.id = t.tx CROSS JOIN LATERAL (SELECT dex, version FROM venue WHERE id = t.venue OFFSET 0) AS venue
    ORDER BY t.block ${direction}, t.tx_index ${direction}, t.event ${direction}, t.leg ${direction}, t.id ${direction}`

/** Columns after those of the trade are ignored. */
export function tradeFromRow({ addresses }: ReadDb, row: readonly [...TradeRow, ...unknown[]]): Trade {
  const [, network, block, tx, event, leg, time, hash, dex, dexVersion, signer, account, receiver, ...rest] = row
  const [pool, tokenIn, rawIn, decimalsIn, usdIn, tokenOut, rawOut, decimalsOut, usdOut, feeUsd, source, confidence] = rest
  return {
    kind: 'trade',
    network: networkOfCode(network),
    position: { block, tx, event },
    time,
    tx: hash,
    dex,
    dexVersion,
    signer: addresses.text(signer),
    ...(account === null ? {} : { account: addresses.text(account) }),
    receiver: addresses.textOrNull(receiver),
    pool: pool === NO_POOL ? null : addresses.text(pool),
    tokenIn: { token: addresses.text(tokenIn), raw: decodeAmount(rawIn), decimals: decimalsIn, usd: usdIn },
    tokenOut: { token: addresses.text(tokenOut), raw: decodeAmount(rawOut), decimals: decimalsOut, usd: usdOut },
    feeUsd,
    leg,
    source: sourceOfCode(source),
    confidence: confidenceOfCode(confidence),
  }
}
