import type { FollowRecord } from '../../../src-shared/contract/records/follow.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { TradesListener } from '../stored-trades.ts'

/** What a subscription to trades covers: all trades of the address that are in blocks from `fromBlock` on. */
export interface TradesCovered {
  /** The token that is followed for it. */
  readonly token: string
  readonly fromBlock: number
}

export interface TradesWatch {
  readonly covered: Promise<TradesCovered>
  stop(): void
}

/** Follows tokens live: stores new blocks as their chains confirm them and emits new trades. */
export interface Follow {
  state(token: TokenKey): FollowRecord
  /**
   * Turns following on or off for the owner; the choice is stored and survives restarts. Turning it off ends following once no client watches.
   *
   * @throws AppError `source_unavailable` when turned on without a source for the network
   */
  set(token: TokenKey, on: boolean): Promise<FollowRecord>
  /**
   * Follows for as long as a client watches; the returned function ends that. A token that has not been read yet is read first. An imported
   * token is followed once it has been read from a node. Does nothing without a source.
   */
  watch(token: TokenKey): () => void
  /**
   * Follows what a subscription to the trades of a token, pool or wallet needs, until `stop` is called. `covered` resolves once every later
   * trade will be emitted, and rejects with an AppError that says why that cannot be.
   */
  watchTrades(network: NetworkId, address: string): TradesWatch
  /** Tokens that are followed up to the head of their chain. */
  live(): TokenKey[]
  onState(listener: (token: TokenKey, state: FollowRecord) => void): () => void
  /** Emits new trades after they were stored, in chain order. */
  onTrades(listener: TradesListener): () => void
  /** Emits trades that the chain reverted after they were deleted. */
  onReverted(listener: TradesListener): () => void
  /** Reconnects the tokens of a network to its new endpoints, and resumes those that had no source before. */
  sourceChanged(network: NetworkId): Promise<void>
  /** Ends the waits of interrupted tokens of a network, whose endpoint answers again. */
  sourceRecovered(network: NetworkId): void
  /** Resumes the tokens that the owner follows. */
  resume(): Promise<void>
  close(): Promise<void>
}
