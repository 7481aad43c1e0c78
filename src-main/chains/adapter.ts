import type { Address } from '../../src-shared/domain/address.ts'
import type { LaunchTransaction, Pool, Trade, TradingSwitch, Transfer } from '../../src-shared/domain/events.ts'
import type { AccountKind, Activity, Balance, ContractOwner, Funding, GrantedRole, Holding, Means, TokenInfo } from '../../src-shared/domain/token.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import type { ArchiveSettings } from './archive/use.ts'
import type { BlockRef, ListedHolders } from './blocks/block-ref.ts'
import type { CrossChecks, ListChecks } from './cross-checks.ts'
import type { KeptEvents, MeasuredPace } from './rpc/survey.ts'
import type { EndpointWait } from './rpc/pacing/pacer.ts'
import type { PaceStore } from './rpc/pacing/saved-pace.ts'
import type { SecurityFacts, SecurityQuery } from './security/facts.ts'

export type { BlockRef, ListedHolders } from './blocks/block-ref.ts'

/** What an endpoint supports, as found by a probe. Null: unknown. */
export interface Capabilities {
  readonly head: number
  readonly archive: boolean | null
  readonly traces: boolean | null
  readonly simulate: boolean | null
  /** Largest block range that a log query accepts, 0 if log queries are disabled; null if no limit was found. */
  readonly logsMaxRange: number | null
}

/** Properties of an endpoint that only a test finds out. Null: unknown. */
export interface Survey {
  readonly events: KeptEvents | null
  /** Accepts several calls in one request. */
  readonly batches: boolean | null
  readonly pace: MeasuredPace | null
}

/** Where holders come from: `replayed` from the token's transfers, or `listed` by the chain. */
export type HolderSource = 'replayed' | 'listed'

/** What a follower emits, in chain order. Blocks up to `to` count as read once emitted; the gap is everything after. */
export type LiveUpdate =
  | {
      readonly kind: 'blocks'
      /** Closed range of blocks; the update has all rows of it. */
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
       * Balances at `to` of wallets that changed, zero included; they take precedence over the transfers. After a rollback they
       * include every wallet of the reverted blocks.
       */
      readonly balances: readonly Holding[]
    }
  /** A reorganisation reverted every block from here on. Later updates emit the rows of their replacements. */
  | { readonly kind: 'withdrawn'; readonly from: number }
  | FollowState

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

/** What a follower of a whole network emits, in chain order. Blocks that are left out have no trades. */
export type NetworkUpdate =
  | { readonly kind: 'block'; readonly block: NetworkBlock }
  /** As in `LiveUpdate`. */
  | { readonly kind: 'withdrawn'; readonly from: number }
  | FollowState

/** Reads all trades of a network, also of pools that were never read. */
export interface WholeNetwork {
  /** Follows from a block on until the signal aborts, as `follow` does. */
  follow(from: number, pools: PoolCache, signal: AbortSignal): AsyncIterable<NetworkUpdate>
  /** Blocks of a closed range, ascending; the last one of it is always there. */
  read(from: number, to: number, pools: PoolCache, signal: AbortSignal): AsyncIterable<NetworkBlock>
  /** The first block at or after a time (Unix seconds); the one after the newest when there is none. */
  blockAt(time: number, signal: AbortSignal): Promise<number>
}

/** Caches resolved pools. The tokens of a pool never change. */
export interface PoolCache {
  /** Returns the cached ones among the pools. */
  read(addresses: readonly Address[]): Promise<readonly ResolvedPool[]>
  write(pools: readonly ResolvedPool[]): void
}

export type ResolvedPool = Pick<Pool, 'address' | 'dex' | 'dexVersion' | 'token0' | 'token1'>

export interface FollowArgs {
  readonly token: Address
  readonly pools: readonly Pool[]
  /** First block that is not stored yet. */
  readonly from: number
}

/** Rows of one closed block range, stored together with that range. */
export interface Page<T> {
  readonly from: number
  readonly to: number
  readonly rows: readonly T[]
  /** Sentences about what the rows leave out; empty if they are complete. */
  readonly notes?: readonly string[]
  /** All native payments in the transactions of the rows; absent when the transactions were not read in full. */
  readonly payments?: readonly Transfer[]
  /** Where the rows come from, `archive:<host>`; absent for the endpoints of the network. */
  readonly source?: string | undefined
  /** Sentences about how the rows were read, for the job and not for the token. */
  readonly remarks?: readonly string[] | undefined
  /** Pages of this source from this block on turned out to be wrong, so that they must be read again. */
  readonly revokes?: { readonly source: string; readonly from: number } | undefined
}

export interface PoolQuery {
  readonly token: Address
  /** Addresses that may be pools. */
  readonly candidates: readonly Address[]
  /** Pools of the token that were found before. If their creation is known, it is not searched again. */
  readonly known?: readonly Pool[]
  /** The block around which its pools were probably created: that of the token's own creation, or one of those that are followed. */
  readonly createdNear?: number | null
}

/** A wallet whose first native payment is searched, and a block in which it was paid, possibly first. */
export interface FundingQuery {
  readonly wallet: Address
  readonly guess: number | null
}

export interface FirstFunding {
  readonly funding: Funding
  readonly transfer: Transfer | null
}

/** A query for native payments of an address. Times are unix seconds, both inclusive. */
export interface PaymentsQuery {
  readonly wallet: Address
  readonly side: 'paid' | 'received'
  readonly since: number
  readonly until: number
  /** Nothing is read when the period has fewer transactions and their number is cheap to read. */
  readonly least: number
  /** Maximum number of transactions to read, oldest first. */
  readonly most: number
  /** Also returns payments to this address in these tokens. */
  readonly also?: { readonly payee: Address; readonly coins: ReadonlySet<Address> }
}

/** A transaction and the block that has it. */
export interface BlockTransaction {
  readonly block: number
  readonly tx: string
}

export interface BuilderPayments {
  /** Addresses that were paid. */
  readonly builders: readonly Address[]
  readonly rows: readonly Transfer[]
}

/** A query for payments of an address in one coin. Times are unix seconds, both inclusive. */
export interface CoinPaymentsQuery extends Pick<PaymentsQuery, 'wallet' | 'side' | 'since' | 'until'> {
  /** Maximum number of payments, oldest first. */
  readonly most: number
  /** `NATIVE`, or a token. */
  readonly coin: Address
}

export interface CoinPayments {
  /** In chain order, up to `most`. */
  readonly rows: readonly Transfer[]
  /** Why the rest was not read and where it begins, as a sentence; null if the endpoint returned all it has. */
  readonly stopped: string | null
  /** What the network does not list of such payments, as a sentence; null if it lists all. */
  readonly unlisted: string | null
  /** Which of them this endpoint cannot list but another one may, as a sentence; null if it tells all. */
  readonly unread: string | null
}

/** A search for the switch that made trading possible. */
export interface TradingSwitchQuery {
  readonly token: Address
  /** The pool of the first swap. */
  readonly pool: Pool
  /** Block of the first swap. */
  readonly firstSwap: number
  /** First block that has the token. */
  readonly since: number
}

export interface NativePayments {
  /** In chain order; payments of `also` follow those in the native coin. */
  readonly rows: readonly Transfer[]
  /** False when the period has more transactions than `most`. */
  readonly complete: boolean
  /** Transactions read. */
  readonly inspected: number
  readonly means: Means
}

/** How reverted blocks are noticed on a chain. */
export interface Reorganisations {
  /** The hash of a block as the node has it now; null if the node cannot tell, as after it pruned the block. */
  blockHash(block: number, signal: AbortSignal): Promise<string | null>
  /** Distances below a head at which blocks are marked, from 0. The largest one reaches a block that is final. */
  readonly marksBelowHead: readonly number[]
}

/**
 * Reads one chain. An adapter validates every answer of its node, retries temporary failures, and throws AppError
 * `source_unavailable` when it gives up. Block ranges are closed. Pages arrive in ascending order without gaps,
 * those of trades in the order of `tradesFrom`. Where a chain's history is too long to page, or cut, they may begin later or end earlier than
 * requested; their notes say so, and a page whose range is empty has nothing but notes.
 */
export interface ChainAdapter {
  readonly network: NetworkId
  readonly holderSource: HolderSource
  /** Where pages of trades begin: at the first block of the range, or at the last one, as Solana nodes list them. */
  readonly tradesFrom: 'birth' | 'head'
  /** Calls to the endpoints so far; absent if they are not counted. */
  callsMade?(): number
  probe(signal: AbortSignal): Promise<Capabilities>
  /** Tests an endpoint with some hundred calls in a few seconds. When the signal aborts, the results so far count. */
  survey(capabilities: Capabilities, signal: AbortSignal): Promise<Survey>
  /** The limits that reads currently wait for, one per endpoint that has one. */
  waiting(): readonly EndpointWait[]
  head(signal: AbortSignal): Promise<BlockRef>
  /** Absent if blocks are final when they are read. */
  readonly reorganisations?: Reorganisations
  /** Metadata, supply, owner and creation at a block; null when the token does not exist. */
  token(address: Address, at: BlockRef, signal: AbortSignal): Promise<TokenInfo | null>
  /** @param source `node` skips the archive, for example to read blocks again because its rows were wrong */
  transfers(token: Address, from: number, to: number, signal: AbortSignal, source?: 'node'): AsyncIterable<Page<Transfer>>
  /** Absent where transfers are not read from logs. */
  readonly crossChecks?: CrossChecks
  /** Absent if holders are not listed. */
  readonly listChecks?: ListChecks
  /** Pools that name the token, created in the range. */
  pools(token: Address, from: number, to: number, signal: AbortSignal): AsyncIterable<Page<Pool>>
  /** Pools of the token among addresses that it moved through; this finds exchanges whose factory is not listed. */
  poolsAmong(query: PoolQuery, at: BlockRef, signal: AbortSignal): Promise<Pool[]>
  /**
   * The tokens of a pool whose followers emit all its trades, without the usual quote tokens; null when the address is no pool. Absent where
   * an address alone does not identify a pool.
   */
  poolTokens?(address: Address, at: BlockRef, signal: AbortSignal): Promise<readonly Address[] | null>
  /** Swaps of the given pools. `source` as for transfers. */
  trades(pools: readonly Pool[], from: number, to: number, signal: AbortSignal, source?: 'node'): AsyncIterable<Page<Trade>>
  /** Balances at a block, in the order of the wallets. A wallet whose balance the token does not return is left out. */
  balances(token: Address, wallets: readonly Address[], at: BlockRef, signal: AbortSignal): Promise<Holding[]>
  /** All holders, or the largest ones with `complete` false. Only for `holderSource` listed. */
  listHolders(token: Address, at: BlockRef, signal: AbortSignal): Promise<ListedHolders>
  /**
   * The largest among the first of a long list, with their whole balances; null where the list is short. `listHolders` reads on from there. Absent
   * where no list takes many calls.
   */
  sampleHolders?(token: Address, at: BlockRef, signal: AbortSignal): Promise<readonly Holding[] | null>
  accountKinds(addresses: readonly Address[], at: BlockRef, signal: AbortSignal): Promise<Map<Address, AccountKind>>
  /** Roles in the code of a token that were granted and not revoked; null where the endpoint does not list them. Absent where tokens have no code. */
  grantedRoles?(token: Address, since: number, at: BlockRef, signal: AbortSignal): Promise<readonly GrantedRole[] | null>
  /** Owners that contracts name themselves; those that name none are left out. Absent where contracts have no owners. */
  contractOwners?(contracts: readonly Address[], at: BlockRef, signal: AbortSignal): Promise<readonly ContractOwner[]>
  /** Who deployed contracts, each a search of its own; those whose creation is not found are left out. Absent where contracts have no owners. */
  contractDeployers?(contracts: readonly Address[], at: BlockRef, signal: AbortSignal): Promise<readonly ContractOwner[]>
  /** Native coin of addresses, raw units, at a block or, where the node serves no older state, now. An address that the node does not report is left out. */
  nativeBalances(addresses: readonly Address[], at: BlockRef, signal: AbortSignal): Promise<Balance[]>
  /**
   * First native payment to a wallet. Where the funder cannot be determined, `funding.reason` says why.
   *
   * @param guess a block in which the wallet was paid, possibly the first
   */
  firstFunding(wallet: Address, at: BlockRef, signal: AbortSignal, guess?: number): Promise<FirstFunding>
  /**
   * The same of many wallets, where they share requests; absent if each wallet has its own list of transactions.
   *
   * @param found receives answers as soon as they are known, each wallet once
   */
  firstFundings?(
    queries: readonly FundingQuery[],
    at: BlockRef,
    signal: AbortSignal,
    found: (answers: readonly FirstFunding[]) => Promise<void>,
  ): Promise<void>
  /** Number and rate of transactions, which are higher for services than for people. */
  activity(address: Address, at: BlockRef, signal: AbortSignal): Promise<Activity>
  /**
   * Native coin that an address paid or received up to a block.
   *
   * @param group all wallets that are queried in this run, where the chain reads the states of several together
   * @throws as `firstFunding` if the endpoint keeps no old state
   */
  payments(query: PaymentsQuery, at: BlockRef, signal: AbortSignal, group?: readonly Address[]): Promise<NativePayments>
  /** The same of one coin, up to `most` payments or about 1,000 transactions. */
  coinPayments(query: CoinPaymentsQuery, at: BlockRef, signal: AbortSignal): Promise<CoinPayments>
  /** Produced blocks of a closed range, ascending; null if every number has a block, or when the endpoint does not report them. */
  producedBlocks(from: number, to: number, signal: AbortSignal): Promise<readonly number[] | null>
  /** Coin paid to the builders of blocks beyond the fees; null if the endpoint cannot tell, absent where builders are paid by fees alone. */
  builderPayments?(blocks: readonly number[], signal: AbortSignal): Promise<BuilderPayments | null>
  /** How transactions were sent and what they paid for their places, as far as the endpoint tells. Absent where transactions have no gas settings. */
  launchTransactions?(buys: readonly BlockTransaction[], signal: AbortSignal): Promise<readonly LaunchTransaction[]>
  /**
   * The switch near the first swap that made trading possible, `none` where there is none, null where old state does not tell. Absent where no token can refuse to move.
   *
   * @throws NodeFault `no_state` if the endpoint keeps no old state
   */
  tradingSwitch?(query: TradingSwitchQuery, at: BlockRef, signal: AbortSignal): Promise<TradingSwitch | 'none' | null>
  /**
   * Follows a token from a block on until the signal aborts: fills the gap up to the head, then emits each block once it is confirmed.
   * Reconnects and fills gaps on its own. A block is emitted again only after it was rolled back.
   */
  follow(args: FollowArgs, signal: AbortSignal): AsyncIterable<LiveUpdate>
  /** Absent if a whole network cannot be followed. */
  readonly wholeNetwork?: WholeNetwork
  /** Dollars per native coin by the network's reference pools at a block; null if the node has none of them. */
  nativePrice?(at: Pick<BlockRef, 'number'>, signal: AbortSignal): Promise<number | null>
  /** Facts about a token's safety at a block; absent if this version reads none on this chain. */
  security?(query: SecurityQuery, at: BlockRef, signal: AbortSignal): Promise<SecurityFacts>
  close(): Promise<void>
}

export interface AdapterOptions {
  readonly network: NetworkId
  /** In order of preference. */
  readonly endpoints: readonly string[]
  /** What earlier starts learnt about the endpoints; without it nothing is stored. */
  readonly paces?: PaceStore | undefined
  /** The archive of the network; none is read unless given (docs/chains.md#archives). */
  readonly archive?: ArchiveSettings | undefined
  /** Pool factories besides the listed ones (EVM). */
  readonly extraFactories?: readonly { readonly address: Address; readonly dex: string; readonly version: string; readonly family: string }[]
}

export type AdapterFactory = (options: AdapterOptions) => ChainAdapter
