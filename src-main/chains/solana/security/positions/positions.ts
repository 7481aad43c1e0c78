import type { BlockRef } from '../../../adapter.ts'
import type { LiquidityLock } from '../../../security/facts.ts'
import type { ChainAccount } from '../../rpc/accounts.ts'
import type { SolanaNode } from '../../rpc/node.ts'

/** An exchange whose pools keep liquidity in positions. */
export interface PositionVenue {
  /** Null if the pool has no liquidity. */
  readonly read: (node: SolanaNode, pool: ChainAccount, at: BlockRef, signal: AbortSignal) => Promise<PoolPositions | null>
  /** The account in which the program puts the NFT that it makes for a position; absent if the position's owner chooses it. */
  readonly nftAccountOf?: (nft: string) => string
}

/** The positions of a pool. Shares are percent of what all of them are worth at the current price. */
export interface PoolPositions {
  /** What the program does not let anybody withdraw. */
  readonly locks: readonly LiquidityLock[]
  /** What may be withdrawn. */
  readonly free: readonly FreePart[]
  /** The share that no position explains. */
  readonly unexplained: number
  /** Why the positions were not listed, if they were not. */
  readonly unlisted?: string
}

/** A part belongs to a wallet, or to the holder of an NFT. */
export type FreePart = { readonly pct: number } & ({ readonly owner: string } | { readonly nft: string })

/** Longer answers would block the other work of the thread that parses them for too long. */
export const MAX_LIST_BYTES = 8 * 1024 * 1024

/**
 * What is known of a pool whose positions were not listed.
 *
 * @param list null if the endpoint refused, undefined if there are too many
 */
export const unlisted = (pool: string, list: null | undefined, locks: readonly LiquidityLock[] = []): PoolPositions => ({
  locks,
  free: [],
  unexplained: 100,
  unlisted: list === null ? `The endpoint does not list the positions of the pool ${pool}.` : `The pool ${pool} has more positions than are read.`,
})
