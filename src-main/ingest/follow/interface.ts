import type { FollowRecord } from '../../../src-shared/contract/records/follow.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { Trade } from '../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'

/** Follows tokens live: stores what their chains tell, block by block, and passes on what was new. */
export interface Follow {
  state(token: TokenKey): FollowRecord
  /**
   * The owner's word, kept over restarts; off ends following once nobody watches. Throws AppError `source_unavailable` when on is
   * asked and no source is set.
   */
  set(token: TokenKey, on: boolean): Promise<FollowRecord>
  /**
   * Follows for as long as somebody watches; the answer ends that. A token nobody has read is read first when `mayRead` says so,
   * else left alone; one that a file brought is followed as soon as it was read from a node. Does nothing where no source is set.
   */
  watch(token: TokenKey, mayRead: boolean): () => void
  /** Tokens whose blocks are being told now. */
  live(): TokenKey[]
  onState(listener: (token: TokenKey, state: FollowRecord) => void): () => void
  /** New trades as they were stored, in chain order. */
  onTrades(listener: (network: NetworkId, trades: readonly Trade[]) => void): () => void
  /** Goes on with other endpoints for the tokens of a network, and with those the owner had set on when there was none. */
  sourceChanged(network: NetworkId): Promise<void>
  /** Goes on with the tokens the owner had set on. */
  resume(): Promise<void>
  close(): Promise<void>
}
