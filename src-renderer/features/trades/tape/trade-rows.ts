import type { TradeRecord } from '../../../../src-shared/contract/records/trade.ts'
import { parseSeconds } from '../../../format/time.ts'

/** A trade from the side of one token. */
export interface TradeRow {
  readonly id: string
  /** Unix seconds. */
  readonly time: number | null
  readonly block: number
  /** `route`: the token is on both sides or on neither. */
  readonly side: 'buy' | 'sell' | 'route'
  readonly amount: number
  readonly other: { readonly address: string; readonly amount: number }
  readonly usd: number | null
  readonly signer: string
  readonly dex: string
  readonly pool: string | null
  readonly tx: string
  /** Index of the swap in its transaction. */
  readonly leg: number
}

/**
 * Converts trades into rows with ids that do not depend on whether a trade came from the stream or a page. Each complete run (the
 * stream, one walk through the pages) needs its own reader, because identical trades are numbered by occurrence.
 */
export function createTradeReader(token: string): (trade: TradeRecord) => TradeRow {
  const alike = new Map<string, number>()
  return (trade) => {
    const key = `${trade.tx_signature}:${trade.token_in.amount}:${trade.token_out.amount}:${trade.pool_address?.slice(-8) ?? ''}`
    const nth = alike.get(key) ?? 0
    alike.set(key, nth + 1)
    return toRow(trade, token, nth === 0 ? key : `${key}:${nth}`)
  }
}

function toRow(trade: TradeRecord, token: string, id: string): TradeRow {
  const bought = trade.token_out.address === token
  const sold = trade.token_in.address === token
  const own = bought ? trade.token_out : trade.token_in
  const other = bought ? trade.token_in : trade.token_out
  return {
    id,
    time: parseSeconds(trade.block_time),
    block: trade.block,
    side: bought === sold ? 'route' : bought ? 'buy' : 'sell',
    amount: own.amount,
    other: { address: other.address, amount: other.amount },
    usd: own.amount_usd ?? other.amount_usd,
    signer: trade.signer,
    dex: trade.dex_version === '' ? trade.dex : `${trade.dex} ${trade.dex_version}`,
    pool: trade.pool_address,
    tx: trade.tx_signature,
    leg: trade.local.leg,
  }
}
