import type { FollowRecord } from '../../../src-shared/contract/records/follow.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { PositionedTrade, TradePosition } from '../../../src-shared/domain/trade-position.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'

/** What a subscription to trades covers: all trades of the address that are in blocks from `fromBlock` on. */
export interface TradesCovered {
  /** The token followed for the subscription. Null if the whole network is followed. */
  readonly token: string | null
  readonly fromBlock: number
}

export interface TradesWatch {
  /** Whether the subscription follows the whole network. Null until that is known. */
  isWhole(): boolean | null
  /** The first block whose trades come from the whole network. Null if the network is not followed. */
  wholeFrom(): number | null
  /**
   * Reports that trades of this block were sent before it was known whether the whole network is followed. Coverage by the network then begins after
   * the block.
   */
  sent(block: number): void
  /** Resolves once every trade in later blocks will be emitted. @throws AppError that says why the trades cannot be covered */
  covered(): Promise<TradesCovered>
  /** The trades of the whole network after a position. Null if the subscription does not follow the network. Waits until that is known. */
  missed(since: Since): Promise<ReadBlocks | null>
  stop(): void
}

/** Where a client continues: after a trade of a whole network, after a stored trade, or at a time (Unix seconds). */
export type Since = { readonly position: TradePosition } | { readonly row: number } | { readonly time: number }

/** The trades of one range of blocks, which ends with `to`. */
export interface MissedBlocks {
  readonly trades: readonly PositionedTrade[]
  /** Trades that the client has and that the chain has since reverted, in chain order. They are retracted before `trades` are sent. */
  readonly reverted: readonly PositionedTrade[]
  /** The position before the reverted trades. */
  readonly keeps: TradePosition
  /** The client has every trade up to this block that is still on the chain. Null if it resumes from a time. */
  readonly hadUpTo: number | null
  readonly to: number
  readonly isLast: boolean
}
export type ReadBlocks = () => Promise<MissedBlocks>

/** Follows tokens live: stores new blocks as their chains confirm them. New trades and states go to the bus. */
export interface Follow {
  state(token: TokenKey): FollowRecord
  /**
   * Turns following on or off for the owner; the choice is stored and survives restarts. Turning it off ends following once no client watches.
   *
   * @throws AppError `source_unavailable` when turned on without a source for the network
   */
  set(token: TokenKey, on: boolean): Promise<FollowRecord>
  /**
   * Follows for as long as a client watches; the returned function stops watching. A token that has not been read yet is read first. An imported
   * token is followed once it has been read from a node. Does nothing without a source.
   */
  watch(token: TokenKey): () => void
  /**
   * Follows what a subscription needs until `stop` is called. `address` is a token, pool or wallet, or stands for all trades of the network. Follows
   * one token if its blocks contain all of these trades, otherwise the whole network.
   */
  watchTrades(network: NetworkId, address: string): TradesWatch
  /** Stores the trades of whole networks for this many hours. 0 stores none. */
  keepFor(hours: number): Promise<void>
  /** Tokens that are followed up to the head of their chain. */
  live(): TokenKey[]
  wholeState(network: NetworkId): FollowRecord
  /** Reconnects the tokens of a network to its new endpoints, and resumes those that had no source before. */
  sourceChanged(network: NetworkId): Promise<void>
  /** Ends the backoff of interrupted tokens of a network whose endpoint answers again. */
  sourceRecovered(network: NetworkId): void
  /** Resumes the tokens that the owner follows. */
  resume(): Promise<void>
  close(): Promise<void>
}
