import type { Address } from '../../src-shared/domain/address.ts'
import type { LaunchTransaction, Pool, Trade, TradingSwitch, Transfer } from '../../src-shared/domain/events.ts'
import type { AccountKind, Activity, Balance, ContractOwner, GrantedRole, Holding, TokenInfo } from '../../src-shared/domain/token.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import type { ArchiveSettings } from './archive/use.ts'
import type { BlockRef, ListedHolders } from './blocks/block-ref.ts'
import type { CrossChecks, ListChecks } from './cross-checks.ts'
import type { EventRetention, MeasuredPace } from './rpc/survey.ts'
import type { EndpointWait } from './rpc/pacing/pacer.ts'
import type { PaceStore } from './rpc/pacing/saved-pace.ts'
import type { SecurityFacts, SecurityQuery } from './security/facts.ts'
import type { LiveUpdate, WholeNetwork, FollowArgs } from './following.ts'
import type {
  Page,
  PoolQuery,
  RoleQuery,
  TransferReading,
  FundingQuery,
  FirstFunding,
  PaymentsQuery,
  BlockTransaction,
  BuilderPayments,
  CoinPaymentsQuery,
  CoinPayments,
  TradingSwitchQuery,
  NativePayments,
} from './queries.ts'

export type { BlockRef, ListedHolders } from './blocks/block-ref.ts'
export type * from './following.ts'
export type * from './queries.ts'

/** What an endpoint supports, as found by a probe. Null: unknown. */
export interface Capabilities {
  readonly head: number
  readonly archive: boolean | null
  readonly traces: boolean | null
  readonly simulate: boolean | null
  /** Largest block range that a log query accepts, 0 if log queries are disabled; null if no limit was found. */
  readonly logsMaxRange: number | null
}

/** Properties of an endpoint that only a test can determine. Null: unknown. */
export interface Survey {
  readonly events: EventRetention | null
  /** Accepts several calls in one request. */
  readonly batches: boolean | null
  readonly pace: MeasuredPace | null
}

/** Where holders come from: `replayed` from the token's transfers, or `listed` by the chain. */
export type HolderSource = 'replayed' | 'listed'

/** How reverted blocks are noticed on a chain. */
export interface Reorganisations {
  /** The hash of a block as the node has it now; null if the node cannot tell, for example because it pruned the block. */
  blockHash(block: number, signal: AbortSignal): Promise<string | null>
  /** Distances below a head at which blocks are marked, from 0. The largest one reaches a block that is final. */
  readonly marksBelowHead: readonly number[]
}

/**
 * Reads one chain. An adapter validates every answer of its node, retries temporary failures, and throws AppError `source_unavailable` when it gives
 * up. Block ranges are closed. Pages arrive in ascending order without gaps, those of trades in the order of `tradesFrom`. If a chain's history is
 * cut or too long to page, pages may begin later or end earlier than requested, and their notes say so. A page with an empty range has only notes.
 */
export interface ChainAdapter {
  readonly network: NetworkId
  readonly holderSource: HolderSource
  /** Where pages of trades begin: at the first block of the range, or at the last one, as Solana nodes list them. */
  readonly tradesFrom: 'birth' | 'head'
  /** Calls to the endpoints so far; absent if they are not counted. */
  callsMade?(): number
  probe(signal: AbortSignal): Promise<Capabilities>
  /** Tests an endpoint with a few hundred calls in a few seconds. When the signal aborts, the results so far count. */
  survey(capabilities: Capabilities, signal: AbortSignal): Promise<Survey>
  /** The limits that reads currently wait for, one per endpoint that has one. */
  waiting(): readonly EndpointWait[]
  head(signal: AbortSignal): Promise<BlockRef>
  /** Absent if blocks are final when they are read. */
  readonly reorganisations?: Reorganisations
  /** Metadata, supply, owner and creation at a block; null when the token does not exist. */
  token(address: Address, at: BlockRef, signal: AbortSignal): Promise<TokenInfo | null>
  transfers(token: Address, from: number, to: number, signal: AbortSignal, how?: TransferReading): AsyncIterable<Page<Transfer>>
  /** Absent if transfers are not read from logs. */
  readonly crossChecks?: CrossChecks
  /** Absent if holders are not listed. */
  readonly listChecks?: ListChecks
  /** Pools that name the token, created in the range. */
  pools(token: Address, from: number, to: number, signal: AbortSignal): AsyncIterable<Page<Pool>>
  /** Pools of the token among addresses that it moved through; this finds exchanges whose factory is not listed. */
  poolsAmong(query: PoolQuery, at: BlockRef, signal: AbortSignal): Promise<Pool[]>
  /**
   * The tokens of a pool whose followers emit all its trades, without the usual quote tokens; null if the address is not a pool. Absent if an address
   * alone does not identify a pool.
   */
  poolTokens?(address: Address, at: BlockRef, signal: AbortSignal): Promise<readonly Address[] | null>
  /** Swaps of the given pools. @param source as for transfers */
  trades(pools: readonly Pool[], from: number, to: number, signal: AbortSignal, source?: 'node'): AsyncIterable<Page<Trade>>
  /** Balances at a block, in the order of the wallets. A wallet whose balance the token does not return is left out. */
  balances(token: Address, wallets: readonly Address[], at: BlockRef, signal: AbortSignal): Promise<Holding[]>
  /** All holders, or the largest ones with `complete` false. Only for `holderSource` listed. */
  listHolders(token: Address, at: BlockRef, signal: AbortSignal): Promise<ListedHolders>
  /**
   * The largest holders in the first pages of a long list, with their whole balances; null if the list is short. `listHolders` continues from there.
   * Absent if no list takes many calls.
   */
  sampleHolders?(token: Address, at: BlockRef, signal: AbortSignal): Promise<readonly Holding[] | null>
  accountKinds(addresses: readonly Address[], at: BlockRef, signal: AbortSignal): Promise<Map<Address, AccountKind>>
  /** The program that owns the account at each address; others are left out. Absent if accounts have no programs. */
  accountPrograms?(addresses: readonly Address[], at: BlockRef, signal: AbortSignal): Promise<ReadonlyMap<Address, Address>>
  /** Roles over a token that were granted and not revoked; null if the endpoint does not list them. Absent if tokens have none. */
  grantedRoles?(query: RoleQuery, at: BlockRef, signal: AbortSignal): Promise<readonly GrantedRole[] | null>
  /** Owners that contracts name themselves; contracts that name none are left out. Absent if contracts have no owners. */
  contractOwners?(contracts: readonly Address[], at: BlockRef, signal: AbortSignal): Promise<readonly ContractOwner[]>
  /**
   * Deployers of contracts, each found by a separate search; contracts whose creation is not found are left out. Absent if contracts have no owners.
   */
  contractDeployers?(contracts: readonly Address[], at: BlockRef, signal: AbortSignal): Promise<readonly ContractOwner[]>
  /**
   * Native coin of addresses, raw units, at a block or, if the node serves no older state, now. An address that the node does not report is left out.
   */
  nativeBalances(addresses: readonly Address[], at: BlockRef, signal: AbortSignal): Promise<Balance[]>
  /**
   * First native payment to a wallet. If the funder cannot be determined, `funding.reason` says why.
   *
   * @param guess a block in which the wallet was paid, possibly the first
   */
  firstFunding(wallet: Address, at: BlockRef, signal: AbortSignal, guess?: number): Promise<FirstFunding>
  /**
   * The same for many wallets, which share requests; absent if each wallet has its own list of transactions.
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
   * @param group all wallets that are queried in this run, if the chain reads the states of several together
   * @throws as `firstFunding` if the endpoint keeps no old state
   */
  payments(query: PaymentsQuery, at: BlockRef, signal: AbortSignal, group?: readonly Address[]): Promise<NativePayments>
  /** The same for one coin, up to `most` payments or about 1,000 transactions. */
  coinPayments(query: CoinPaymentsQuery, at: BlockRef, signal: AbortSignal): Promise<CoinPayments>
  /** Produced blocks of a closed range, ascending; null if every number has a block, or when the endpoint does not report them. */
  producedBlocks(from: number, to: number, signal: AbortSignal): Promise<readonly number[] | null>
  /** Coins paid to the builders of blocks beyond the fees; null if the endpoint cannot tell, absent if builders are paid by fees alone. */
  builderPayments?(blocks: readonly number[], signal: AbortSignal): Promise<BuilderPayments | null>
  /** How transactions were sent and what they paid for their positions, as far as the endpoint tells. Absent if transactions have no gas settings. */
  launchTransactions?(buys: readonly BlockTransaction[], signal: AbortSignal): Promise<readonly LaunchTransaction[]>
  /**
   * The switch near the first swap that made trading possible, `none` if there is none, null if old state does not tell. Absent if no token can
   * refuse to move.
   *
   * @throws NodeFault `no_state` if the endpoint keeps no old state
   */
  tradingSwitch?(query: TradingSwitchQuery, at: BlockRef, signal: AbortSignal): Promise<TradingSwitch | 'none' | null>
  /**
   * Follows a token from a block on until the signal aborts: fills the gap up to the head, then emits each block once it is confirmed. Reconnects and
   * fills gaps automatically. A block is emitted again only after it was rolled back.
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
  /** Stores the pace learnt for the endpoints across restarts; without it nothing is stored. */
  readonly paces?: PaceStore | undefined
  /** The archive of the network; none is read unless given (docs/chains.md#archives). */
  readonly archive?: ArchiveSettings | undefined
}

export type AdapterFactory = (options: AdapterOptions) => ChainAdapter
