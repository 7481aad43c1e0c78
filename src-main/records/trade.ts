import type { TradeRecord } from '../../src-shared/contract/records/trade.ts'
import { toUnits } from '../../src-shared/domain/amount.ts'
import type { Trade, TradeLeg } from '../../src-shared/domain/events.ts'

/**
 * A stored trade as interface.md shows it: amounts in token units, the time in ISO 8601 with milliseconds.
 *
 * @throws Error when a leg's decimals or the block's time are unknown: such a trade has no true record, and whoever
 *   stores trades refuses it before it gets here.
 */
export function tradeToRecord(trade: Trade): TradeRecord {
  if (trade.time === null) throw new Error(`trade ${trade.tx} leg ${trade.leg} has no block time`)
  return {
    block_time: new Date(trade.time * 1000).toISOString(),
    block: trade.position.block,
    tx_signature: trade.tx,
    dex: trade.dex,
    dex_version: trade.dexVersion,
    signer: trade.signer,
    receiver: trade.receiver,
    pool_address: trade.pool,
    token_in: legRecord(trade, trade.tokenIn),
    token_out: legRecord(trade, trade.tokenOut),
    fee_usd: trade.feeUsd,
  }
}

function legRecord(trade: Trade, leg: TradeLeg): TradeRecord['token_in'] {
  if (leg.decimals === null) throw new Error(`trade ${trade.tx} leg ${trade.leg}: the decimals of ${leg.token} are unknown`)
  return { address: leg.token, amount: toUnits(leg.raw, leg.decimals), amount_usd: leg.usd }
}
