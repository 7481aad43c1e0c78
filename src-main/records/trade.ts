import { hash } from 'node:crypto'
import type { TradeRecord } from '../../src-shared/contract/records/trade.ts'
import { toUnits } from '../../src-shared/domain/amount.ts'
import type { Trade, TradeLeg } from '../../src-shared/domain/events.ts'

/**
 * The record of a stored trade (docs/api/records.md#trade): amounts in token units, time in ISO 8601 with milliseconds. Null if a
 * leg's decimals or the block's time are unknown. Pages and streams leave such trades out.
 */
export function tradeToRecord(trade: Trade): TradeRecord | null {
  const tokenIn = legRecord(trade.tokenIn)
  const tokenOut = legRecord(trade.tokenOut)
  if (trade.time === null || tokenIn === null || tokenOut === null) return null
  return {
    block_time: new Date(trade.time * 1000).toISOString(),
    block: trade.position.block,
    tx_signature: trade.tx,
    dex: trade.dex,
    dex_version: trade.dexVersion,
    signer: trade.signer,
    receiver: trade.receiver,
    pool_address: trade.pool,
    token_in: tokenIn,
    token_out: tokenOut,
    fee_usd: trade.feeUsd,
    local: {
      id: tradeId(trade),
      leg: trade.leg,
      token_in_amount_raw: trade.tokenIn.raw.toString(),
      token_out_amount_raw: trade.tokenOut.raw.toString(),
    },
  }
}

/** 96 bits: two of 10^9 trades share an id with a probability below 10^-10. */
const ID_LENGTH = 16

/** The id of a trade: a digest of its unique key in the store. CSV would quote a leading hyphen, and the id must be the same in every answer. */
const tradeId = ({ network, tx, position, pool, tokenIn, tokenOut }: Trade): string =>
  hash('sha256', [network, tx, position.event, pool ?? '', tokenIn.token, tokenOut.token].join('\n'), 'base64url')
    .slice(0, ID_LENGTH)
    .replace(/^-/, '_')

/** Records of the trades that have one, in order. */
export const tradesToRecords = (trades: readonly Trade[]): TradeRecord[] => trades.map(tradeToRecord).filter((record) => record !== null)

function legRecord({ token, raw, decimals, usd }: TradeLeg): TradeRecord['token_in'] | null {
  return decimals === null ? null : { address: token, amount: toUnits(raw, decimals), amount_usd: usd }
}
