import type { TokenKey } from '../../../../src-shared/domain/address.ts'
import type { Trade } from '../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import { encodeAmount } from '../../values/amounts.ts'
import { confidenceCode, NETWORK_CODE, sourceCode } from '../../values/codes.ts'
import { cover } from '../tokens/coverage.ts'
import { addressId, type ReadDb, type WriteDb } from '../../connection/handle.ts'
import type { CoveredRange, NewTrades } from '../../interface.ts'
import { idList, NO_LIMIT, sql, type Query } from '../../connection/sql.ts'
import { updateRuns } from './trade-runs.ts'
import { nextTradeId, TRADE_ONCE } from './trade-numbers.ts'
import { NO_POOL, tradeFromRow, tradesById, type TradeRow } from './trade-rows.ts'
import type { Read, Write } from '../calls.ts'

export const tokenTrades: Read<'tokenTrades'> = (db, { token, limit }) =>
  Array.from(db.each<TradeRow>(tokenTradesQuery(addressId(db, token), limit)), (row) => tradeFromRow(db, row))

export const pairTrades: Read<'pairTrades'> = (db, { network, between, from, to }) => {
  const [some, others] = between.map((addresses) => addresses.flatMap((address) => addressId(db, { network, address }) ?? []))
  return Array.from(db.each<TradeRow>(pairTradesQuery(some ?? [], others ?? [], from, to)), (row) => tradeFromRow(db, row))
}

export function pairTradesQuery(some: readonly number[], others: readonly number[], from: number, to: number): Query {
  const oneWay = (sold: readonly number[], bought: readonly number[]): Query => sql`
    SELECT id, block, tx_index, event, leg FROM trade INDEXED BY trade_by_token_in
    WHERE token_in IN ${idList(sold)} AND block BETWEEN ${from} AND ${to}
      AND token_out IN ${idList(bought)}`
  return tradesById(sql`${oneWay(some, others)} UNION ${oneWay(others, some)} ORDER BY block, tx_index, event, leg, id`, sql`ASC`)
}

export function tokenTradesQuery(tokenId: number | null, limit: number | null): Query {
  return tradesById(
    sql`${touching(sql`id, block, tx_index, event, leg`, tokenId)} ORDER BY block, tx_index, event, leg, id LIMIT ${limit ?? NO_LIMIT}`,
    sql`ASC`,
  )
}

/** The number of stored trades with the token on a side, or as the pool (the token of a pair). */
export function countTrades(db: ReadDb, tokenId: number): number {
  return db.get<{ n: number }>(sql`SELECT count(*) AS n FROM (${touching(sql`id`, tokenId)})`)?.n ?? 0
}

/**
 * Trades are equal when their transaction, event, pool and tokens are. The number of the leg does not count, because it depends on which pools were
 * read.
 */
export const saveTrades: Write<'saveTrades'> = (db, { network, rows, token, covers }) => {
  const added = insertTrades(db, network, rows)
  if (token !== null) coverTrades(db, token, covers)
  return added
}

export function coverTrades(db: WriteDb, token: TokenKey, range: CoveredRange | null): void {
  cover(db, db.intern.address(token.network, token.address), 'trades', range)
}

/** Returns those that were not stored yet, with their ids. */
export function insertTrades(db: WriteDb, network: NetworkId, rows: readonly Trade[]): NewTrades {
  const { address, transaction, venue } = db.intern
  const networkCode = NETWORK_CODE[network]
  const poolOf = ({ pool }: Trade): number => (pool === null ? NO_POOL : address(network, pool))
  const added = db.insertNumbered(INSERT_TRADE, { first: () => nextTradeId(db), once: TRADE_ONCE }, rows, (row, id) => {
    if (row.network !== network) throw new Error('a trade of another network was given')
    const pool = poolOf(row)
    const tokenIn = address(network, row.tokenIn.token)
    const tokenOut = address(network, row.tokenOut.token)
    return [
      id,
      networkCode,
      row.position.block,
      row.position.tx,
      row.position.event,
      row.leg,
      row.time,
      transaction(network, row.tx),
      venue(row.dex, row.dexVersion),
      address(network, row.signer),
      row.account === undefined ? null : address(network, row.account),
      row.receiver === null ? null : address(network, row.receiver),
      pool,
      tokenIn,
      encodeAmount(row.tokenIn.raw),
      row.tokenIn.decimals,
      row.tokenIn.usd,
      tokenOut,
      encodeAmount(row.tokenOut.raw),
      row.tokenOut.decimals,
      row.tokenOut.usd,
      row.feeUsd,
      sourceCode(row.source),
      confidenceCode(row.confidence),
    ]
  })
  const touched = new Map<number, number>()
  for (const index of added.indexes) {
    const row = rows[index]
    if (row === undefined) continue
    for (const side of new Set([address(network, row.tokenIn.token), address(network, row.tokenOut.token), poolOf(row)]))
      touched.set(side, (touched.get(side) ?? 0) + 1)
  }
  countIn(db, touched)
  const [first] = added.ids
  if (first !== undefined) updateRuns(db, first)
  return added
}

const INSERT_TRADE = `
  INSERT OR IGNORE INTO trade (
    id, network, block, tx_index, event, leg, time, tx, venue, signer, account, receiver, pool,
    token_in, raw_in, decimals_in, usd_in, token_out, raw_out, decimals_out, usd_out, fee_usd, source, confidence
  ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

function countIn(db: WriteDb, touched: ReadonlyMap<number, number>): void {
  db.runAll('UPDATE token SET trade_count = trade_count + ?, revision = revision + 1 WHERE id = ?', [...touched], ([tokenId, trades]) => [
    trades,
    tokenId,
  ])
}

function touching(columns: Query, tokenId: number | null): Query {
  return sql`
    SELECT ${columns} FROM trade INDEXED BY trade_by_token_in WHERE token_in = ${tokenId}
    UNION SELECT ${columns} FROM trade INDEXED BY trade_by_token_out WHERE token_out = ${tokenId}
    UNION SELECT ${columns} FROM trade INDEXED BY trade_by_pool WHERE pool = ${tokenId}`
}
