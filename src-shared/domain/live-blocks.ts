import type { Pool, Trade, Transfer } from './events.ts'
import type { Holding } from './token.ts'

/** New blocks of a followed token: a closed range, with all of its rows. */
export interface LiveBlocks {
  readonly from: number
  readonly to: number
  /** Of block `to`. Absent on chains whose emitted blocks are final. */
  readonly hash?: string
  /** Unix seconds of block `to`; null when the node does not report it. */
  readonly time: number | null
  /** Total supply at `to`; null when unchanged. */
  readonly supply: bigint | null
  readonly trades: readonly Trade[]
  readonly transfers: readonly Transfer[]
  readonly pools: readonly Pool[]
  /**
   * Balances at `to` of wallets that changed, zero included. They take precedence over the transfers, from which the balances of other wallets
   * follow. After a rollback they include every wallet of the reverted blocks.
   */
  readonly balances: readonly Holding[]
}
