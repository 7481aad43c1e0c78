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

/** Trades in the order given. Legs of one transaction get ids of their own. */
export function tradeRows(trades: readonly TradeRecord[], token: string): TradeRow[] {
  const legs = new Map<string, number>()
  return trades.map((trade) => {
    const leg = legs.get(trade.tx_signature) ?? 0
    legs.set(trade.tx_signature, leg + 1)
    const bought = trade.token_out.address === token
    const sold = trade.token_in.address === token
    const own = bought ? trade.token_out : trade.token_in
    const other = bought ? trade.token_in : trade.token_out
    return {
      id: `${trade.tx_signature}:${leg}`,
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
  })
}
