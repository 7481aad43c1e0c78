import type { TradeRecord } from '../../../src-shared/contract/records/trade.ts'
import { secondsOf } from '../../format/time.ts'

/** A trade as seen from one token. */
export interface TradeRow {
  readonly id: string
  /** Unix seconds. */
  readonly time: number | null
  readonly block: number
  /** `route`: the token is on both sides or neither, as when it is the pool that was asked for. */
  readonly side: 'buy' | 'sell' | 'route'
  readonly amount: number
  readonly other: { readonly address: string; readonly amount: number }
  readonly usd: number | null
  readonly signer: string
  readonly dex: string
  readonly pool: string | null
  readonly tx: string
}

/**
 * Turns trades into rows whose ids are the same whichever way a trade came, over the stream or in a page. Each run that tells
 * every trade once (the stream; one walk through the pages) takes a reader of its own: the second of two trades that are
 * alike in everything is the second in each run.
 */
export function tradeReader(token: string): (trade: TradeRecord) => TradeRow {
  const alike = new Map<string, number>()
  return (trade) => {
    const key = `${trade.tx_signature}:${trade.token_in.amount}:${trade.token_out.amount}:${trade.pool_address?.slice(-8) ?? ''}`
    const nth = alike.get(key) ?? 0
    alike.set(key, nth + 1)
    return rowOf(trade, token, nth === 0 ? key : `${key}:${nth}`)
  }
}

function rowOf(trade: TradeRecord, token: string, id: string): TradeRow {
  const bought = trade.token_out.address === token
  const sold = trade.token_in.address === token
  const own = bought ? trade.token_out : trade.token_in
  const other = bought ? trade.token_in : trade.token_out
  return {
    id,
    time: secondsOf(trade.block_time),
    block: trade.block,
    side: bought === sold ? 'route' : bought ? 'buy' : 'sell',
    amount: own.amount,
    other: { address: other.address, amount: other.amount },
    usd: own.amount_usd ?? other.amount_usd,
    signer: trade.signer,
    dex: trade.dex_version === '' ? trade.dex : `${trade.dex} ${trade.dex_version}`,
    pool: trade.pool_address,
    tx: trade.tx_signature,
  }
}
