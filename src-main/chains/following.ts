import type { Address } from '../../src-shared/domain/address.ts'
import type { Pool, Trade, Transfer } from '../../src-shared/domain/events.ts'
import type { Holding } from '../../src-shared/domain/token.ts'
import type { Team } from './queries.ts'
import type { LiveBlocks } from '../../src-shared/domain/live-blocks.ts'

/** Arguments and updates of the followers of a token or of a whole network. */

/** What a follower emits, in chain order. Blocks up to `to` count as read once emitted; the gap is everything after. */
export type LiveUpdate =
  | LiveBlocksUpdate
  /** A reorganisation reverted every block from `from` on. Later updates emit the rows of their replacements. */
  | { readonly kind: 'withdrawn'; readonly from: number }
  | FollowState

interface LiveBlocksUpdate extends LiveBlocks {
  readonly kind: 'blocks'
  /** Payments of native coin in the transactions of the trades. Collected by the call, because they matter only during a launch. Absent if they are not read. */
  readonly payments?: () => readonly Transfer[]
  /** All holders at `to`, when the chain has listed them anew. Balances that no transfer of the update explains may have changed. */
  readonly holders?: readonly Holding[]
}

/** The state of a stream, to be shown; `behind` counts blocks that were not emitted yet. */
export interface FollowState {
  readonly kind: 'state'
  readonly state: 'live' | 'reconnecting' | 'behind'
  readonly behind: number | null
  readonly message: string | null
}

/** A block of a whole network with all trades in it, in chain order. */
export interface NetworkBlock {
  readonly number: number
  /** Absent on chains whose emitted blocks are final. */
  readonly hash?: string
  /** Unix seconds; null when the node does not report it. */
  readonly time: number | null
  readonly trades: readonly Trade[]
}

/** What a follower of a whole network emits, in chain order. Omitted blocks have no trades. */
export type NetworkUpdate =
  | { readonly kind: 'block'; readonly block: NetworkBlock }
  /** As in `LiveUpdate`. */
  | { readonly kind: 'withdrawn'; readonly from: number }
  | FollowState

/** Reads all trades of a network, including those of pools that were never read. */
export interface WholeNetwork {
  /** Follows from a block on until the signal aborts, as `follow` does. */
  follow(from: number, pools: PoolCache, signal: AbortSignal): AsyncIterable<NetworkUpdate>
  /** Blocks of a closed range, ascending; the last block of the range is always included. */
  read(from: number, to: number, pools: PoolCache, signal: AbortSignal): AsyncIterable<NetworkBlock>
  /** The first block at or after a time (Unix seconds); the block after the newest if there is none. */
  blockAt(time: number, signal: AbortSignal): Promise<number>
}

/** Caches resolved pools. The tokens of a pool never change. */
export interface PoolCache {
  /** Returns the pools that are cached. */
  read(addresses: readonly Address[]): Promise<readonly ResolvedPool[]>
  write(pools: readonly ResolvedPool[]): void
}

export type ResolvedPool = Pick<Pool, 'address' | 'dex' | 'dexVersion' | 'token0' | 'token1'>

export interface FollowArgs {
  readonly token: Address
  /** As for transfers. */
  readonly team?: Team
  readonly pools: readonly Pool[]
  /** First block that is not stored yet. */
  readonly from: number
  /** Wallets of blocks that were rolled back. Their balances and the supply are read with the first blocks, because transfers may not explain them. */
  readonly stale?: readonly Address[]
}
