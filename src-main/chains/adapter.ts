import type { Address } from '../../src-shared/domain/address.ts'
import type { Pool, Trade, Transfer } from '../../src-shared/domain/events.ts'
import type { AccountKind, Activity, Funding, Holding, Means, TokenInfo } from '../../src-shared/domain/token.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import type { SecurityFacts, SecurityQuery } from './security/facts.ts'

/** What a probe found an endpoint to be able to do; every metric can say with what it was computed. */
export interface Capabilities {
  readonly head: number
  readonly archive: boolean | null
  readonly traces: boolean | null
  readonly simulate: boolean | null
  /** Largest block range that a log query was seen to take; null when no limit was met. */
  readonly logsMaxRange: number | null
}

/** How a token's holders come to be known: `replayed` from its transfers, or `listed` by the chain itself. */
export type HolderSource = 'replayed' | 'listed'

/** Holders as the chain lists them at a block. */
export interface ListedHolders {
  readonly holdings: readonly Holding[]
  /** False where the endpoint tells only the largest. */
  readonly complete: boolean
  /** The block that the list describes; a node that cannot look back answers its newest. */
  readonly at: BlockRef
  /** Sentences about what the endpoint could not tell. */
  readonly notes: readonly string[]
}

/** What a follower tells, in chain order. Blocks count as read once `upTo` has been told, so a gap is everything after the last one. */
export type LiveUpdate =
  | {
      readonly kind: 'blocks'
      /** Closed range of blocks whose rows these are, all of them. */
      readonly from: number
      readonly to: number
      /** Unix seconds of block `to`; null when the node did not say. */
      readonly time: number | null
      /** Total supply at `to` where it changed; null: as before. */
      readonly supply: bigint | null
      readonly trades: readonly Trade[]
      readonly transfers: readonly Transfer[]
      readonly pools: readonly Pool[]
      /**
       * Balances read at `to`, of wallets that changed, zero included; they win over what the transfers say. After a
       * withdrawal they are told anew for every wallet that a withdrawn block had told.
       */
      readonly balances: readonly Holding[]
    }
  /** The chain took back every block from here on: rows of them are withdrawn, and told anew by the updates that follow. */
  | { readonly kind: 'withdrawn'; readonly from: number }
  /** How the stream stands, for the person watching; `behind` counts blocks not told yet. */
  | { readonly kind: 'state'; readonly state: 'live' | 'reconnecting' | 'behind'; readonly behind: number | null; readonly message: string | null }

export interface FollowArgs {
  readonly token: Address
  readonly pools: readonly Pool[]
  /** First block that is not stored yet. */
  readonly from: number
}

export interface BlockRef {
  readonly number: number
  readonly hash: string
  readonly time: number
}

/** Rows of one closed block range: stored together with the range they cover. */
export interface Page<T> {
  readonly from: number
  readonly to: number
  readonly rows: readonly T[]
  /** Sentences about what the rows leave out; none where they are all there is. */
  readonly notes?: readonly string[]
  /** All native payments in the transactions of the rows; absent where these were not read whole. */
  readonly payments?: readonly Transfer[]
}

/** A stretch of an address's life in which its native payments are looked for. Times are unix seconds, both included. */
export interface PaymentsQuery {
  readonly wallet: Address
  readonly side: 'paid' | 'received'
  readonly since: number
  readonly until: number
  /** With fewer transactions in the stretch, where that is told at less cost than what they paid, none is read. */
  readonly least: number
  /** Most transactions looked through, from the oldest on. */
  readonly most: number
  /** Of which coins besides the network's own the payments to one address are wanted too. */
  readonly also?: { readonly payee: Address; readonly coins: ReadonlySet<Address> }
}

export interface NativePayments {
  /** In chain order; those in other coins behind, where they were asked for. */
  readonly rows: readonly Transfer[]
  /** Whether all of the stretch was looked through, or it was too quiet to be. */
  readonly complete: boolean
  /** Transactions looked through. */
  readonly looked: number
  readonly means: Means
}

/**
 * How one chain is read. Every adapter distrusts its node, retries what may succeed again, and throws AppError
 * `source_unavailable` when it gives up. Block ranges are closed. Pages arrive in ascending order without gaps;
 * where the chain's own history is too long to page, they may begin later or end earlier than asked, and say so.
 */
export interface ChainAdapter {
  readonly network: NetworkId
  readonly holderSource: HolderSource
  probe(signal: AbortSignal): Promise<Capabilities>
  head(signal: AbortSignal): Promise<BlockRef>
  /** Metadata, supply, owner and creation at a block; null when there is no such token. */
  token(address: Address, at: BlockRef, signal: AbortSignal): Promise<TokenInfo | null>
  transfers(token: Address, from: number, to: number, signal: AbortSignal): AsyncIterable<Page<Transfer>>
  /** Pools that name the token, created in the range. */
  pools(token: Address, from: number, to: number, signal: AbortSignal): AsyncIterable<Page<Pool>>
  /** Pools that name the token among addresses it moved through: finds exchanges whose factory no list knows. */
  poolsAmong(token: Address, candidates: readonly Address[], at: BlockRef, signal: AbortSignal): Promise<Pool[]>
  /** Swaps of the given pools. */
  trades(pools: readonly Pool[], from: number, to: number, signal: AbortSignal): AsyncIterable<Page<Trade>>
  /** Balances read from the chain at a block, in the order asked; a wallet whose balance the token does not tell is left out. */
  balances(token: Address, wallets: readonly Address[], at: BlockRef, signal: AbortSignal): Promise<Holding[]>
  /** All holders (or the largest, said so) where the chain lists them; only for `holderSource` listed. */
  listHolders(token: Address, at: BlockRef, signal: AbortSignal): Promise<ListedHolders>
  accountKinds(addresses: readonly Address[], at: BlockRef, signal: AbortSignal): Promise<Map<Address, AccountKind>>
  /**
   * First native coin each wallet received; a wallet whose funder cannot be decided has a reason.
   *
   * @param guess a block in which it was paid, which may be the one
   */
  firstFunding(wallet: Address, at: BlockRef, signal: AbortSignal, guess?: number): Promise<{ funding: Funding; transfer: Transfer | null }>
  /** How much an address does, for services do more than people. */
  activity(address: Address, at: BlockRef, signal: AbortSignal): Promise<Activity>
  /** Native coin that an address paid or received up to a block. @throws as `firstFunding` where the endpoint keeps no old state */
  payments(question: PaymentsQuery, at: BlockRef, signal: AbortSignal): Promise<NativePayments>
  /** Blocks of a closed range that were produced, ascending; null where every number has a block, or where the endpoint does not tell. */
  producedBlocks(from: number, to: number, signal: AbortSignal): Promise<readonly number[] | null>
  /**
   * Follows a token from a block on until the signal: fills the gap up to the head first, then tells each block once it is
   * confirmed. Reconnects and fills gaps by itself; no block is told twice without being withdrawn before.
   */
  follow(args: FollowArgs, signal: AbortSignal): AsyncIterable<LiveUpdate>
  /** Dollars per native coin as the network's reference pools stand at a block; null where none of them is on this node. */
  nativePrice?(at: Pick<BlockRef, 'number'>, signal: AbortSignal): Promise<number | null>
  /** Facts about a token's safety at a block; absent where this version reads none of this chain. */
  security?(question: SecurityQuery, at: BlockRef, signal: AbortSignal): Promise<SecurityFacts>
  close(): Promise<void>
}

export interface AdapterOptions {
  readonly network: NetworkId
  /** In order of preference. */
  readonly endpoints: readonly string[]
  /** Pool factories besides the listed ones (EVM). */
  readonly extraFactories?: readonly { readonly address: Address; readonly dex: string; readonly version: string; readonly family: string }[]
}

export type AdapterFactory = (options: AdapterOptions) => ChainAdapter
