import type { Address } from '../../src-shared/domain/address.ts'
import type { Pool, Transfer } from '../../src-shared/domain/events.ts'
import type { Funding, LookupMethod, TokenInfo } from '../../src-shared/domain/token.ts'

/** Queries to an adapter, and the pages and answers that it returns. */

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
  /** Pages of this source from this block on turned out to be wrong and must be read again. */
  readonly revokes?: { readonly source: string; readonly from: number } | undefined
}

/** The creator of a token, and the owner who may change it. */
export type Team = Pick<TokenInfo, 'creator' | 'owner'>

export interface TransferReading {
  /** `node` skips the archive, for example to read blocks again because its rows were wrong. */
  readonly source?: 'node' | undefined
  /** Accounts whose transfers are read whatever they hold, if only the transfers of some accounts are read. */
  readonly team?: Team
}

export interface RoleQuery {
  readonly token: Address
  /** Block of the token's creation. */
  readonly since: number
  /** Null if it is unknown. */
  readonly creator: Address | null
}

export interface PoolQuery {
  readonly token: Address
  /** Addresses that may be pools. */
  readonly candidates: readonly Address[]
  /** Pools of the token that were found before. If their creation is known, it is not searched again. */
  readonly known?: readonly Pool[]
  /** The block around which its pools were probably created: the block of the token's creation, or a followed block. */
  readonly createdNear?: number | null
}

/** A wallet whose first native payment is searched, and a guess: a block in which it was paid, possibly the first. */
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
  /** Why the remaining payments were not read and where they begin, as a sentence; null if the endpoint returned all it has. */
  readonly stopped: string | null
  /** Payments that the network does not list, as a sentence; null if it lists all. */
  readonly unlisted: string | null
  /** Payments that this endpoint cannot list but another one may, as a sentence; null if it lists all. */
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
  readonly means: LookupMethod
}
