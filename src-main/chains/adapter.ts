import type { Address } from '../../src-shared/domain/address.ts'
import type { Pool, Trade, Transfer } from '../../src-shared/domain/events.ts'
import type { AccountKind, Funding, Holding, TokenInfo } from '../../src-shared/domain/token.ts'
import type { NetworkId } from '../../src-shared/networks.ts'

/** What a probe found an endpoint to be able to do; every metric can say with what it was computed. */
export interface Capabilities {
  readonly head: number
  readonly archive: boolean | null
  readonly traces: boolean | null
  readonly simulate: boolean | null
  /** Largest block range that a log query was seen to take; null when no limit was met. */
  readonly logsMaxRange: number | null
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
}

/**
 * How one chain is read. Every adapter distrusts its node, retries what may succeed again, and throws AppError
 * `source_unavailable` when it gives up. Block ranges are closed. Pages arrive in ascending order without gaps.
 */
export interface ChainAdapter {
  readonly network: NetworkId
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
  accountKinds(addresses: readonly Address[], at: BlockRef, signal: AbortSignal): Promise<Map<Address, AccountKind>>
  /** First native coin each wallet received; a wallet whose funder cannot be decided has a reason. */
  firstFunding(wallet: Address, at: BlockRef, signal: AbortSignal): Promise<{ funding: Funding; transfer: Transfer | null }>
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
