import type { Address, TokenKey } from '../../src-shared/domain/address.ts'
import type { Trade, TradeFact, TransferFact } from '../../src-shared/domain/events.ts'
import type { Position } from '../../src-shared/domain/position.ts'
import type { AccountKind, Balance, ClustersFrom, FirstRead, Funding, TokenInfo } from '../../src-shared/domain/token.ts'
import type { NetworkId } from '../../src-shared/networks.ts'

export type { LiveBlocks } from '../../src-shared/domain/live-blocks.ts'

/** Parameters and results of store calls. */

/** Closed range of blocks. */
export interface BlockRange {
  readonly from: number
  readonly to: number
}

/** Kinds of coverage: for each, the store knows the block ranges that were read, and a read fetches the others. */
export type Coverage = 'transfers' | 'pools' | 'trades' | 'native' | 'tips'

/** A range that was read, and its source. */
export interface CoveredRange extends BlockRange {
  /** `archive:<host>`; absent for the endpoints of the network. */
  readonly source?: string | undefined
}

/** How the rows of a range that was read again compare with the stored ones. */
export interface RowChanges {
  readonly same: number
  readonly added: number
  readonly removed: number
  readonly changed: number
}

/** Rows of a closed range of blocks. With `whole`, they are all rows of the range, so other stored rows are removed. */
export interface ReadRange<T> {
  readonly token: TokenKey
  readonly rows: readonly T[]
  readonly covers: CoveredRange
  readonly whole: boolean
}

export interface OutlineQuery {
  readonly token: TokenKey
  readonly blocks: BlockRange
  readonly wallets: readonly Address[]
  /** How many wallets to add that sent more than they received, largest deficit first. */
  readonly overdrawn: number
  /** Number of stretches, with about as many rows each. */
  readonly stretches: number
}

/** What stored transfers say about who holds a token. */
export interface ReplayedBalances {
  /** Number of wallets above zero. */
  readonly holders: number
  /** Sums that no wallet can hold, below zero or above uint256, furthest from zero first. */
  readonly impossible: readonly Balance[]
}

/** Totals of the stored transfers in a range of blocks. */
export interface TransferOutline {
  /** Ascending, without gaps. `changes` are the net changes of the wallets. */
  readonly stretches: readonly { readonly blocks: BlockRange; readonly changes: readonly bigint[] }[]
  readonly wallets: readonly Address[]
  /** Minted less burned. */
  readonly issued: bigint
  readonly rows: number
}

export interface StoredToken extends TokenInfo {
  /** Incremented with every change of a fact of this token. Records are cached by it. */
  readonly revision: number
  readonly holdersKnown: number
  readonly tradeCount: number
  readonly snapshotCount: number
  /** Whether anything that can link holders is stored: a transfer, a trade, a first funding of a large holder, or a link of an imported map. */
  readonly linksKnown: boolean
  readonly openedAt: number | null
  /** Null if a read has stored everything, or if the token came from a file. */
  readonly firstRead: FirstRead | null
  readonly clustersFrom: ClustersFrom
  /** Hash of block `asOfBlock`; null if it is not stored, as on chains whose blocks are final. */
  readonly asOfHash: string | null
}

/** An update of a token. A null field keeps the stored value unless `forgets` names it. */
export interface TokenUpdate extends TokenInfo {
  readonly forgets?: readonly ('holderCount' | 'owner')[]
  /** The state of the first read, for a token that is not stored yet. */
  readonly firstRead?: FirstRead | null
}

/** How often an address received and sent a token in stored transfers. */
export interface AddressFlow {
  readonly address: Address
  readonly received: number
  readonly sent: number
}

/** The rows of a token that detectors read in bulk. All rows of a transaction share one hash string. */
export interface FactRows {
  readonly transfers: readonly TransferFact[]
  readonly trades: readonly TradeFact[]
  /** Senders, receivers and signers of these rows, without duplicates. */
  readonly parties: readonly Address[]
}

/** Rows appended to a token since a known state. */
export interface Appended extends FactRows {
  /** Current balances of wallets whose balance may have changed, without duplicates, unordered. Zero if no balance is stored any more. */
  readonly balances: readonly Balance[]
}

/** The state of a token that a reader has: revision and last block. */
export interface ReadState {
  readonly revision: number
  readonly block: number
}

export interface AccountFact {
  readonly address: Address
  readonly kind: AccountKind
}

export interface TradeFilter {
  readonly network: NetworkId
  readonly by: 'token' | 'pool' | 'signer'
  readonly address: Address
  readonly sort: 'asc' | 'desc'
  readonly limit: number
  /** Exclusive start: the last trade of the page before. */
  readonly after: TradeCursor | null
  readonly from?: number
  readonly to?: number
  readonly minUsd?: number
}

/** The end of a page. `ceiling` is the newest row at the first page, so that new trades do not shift later pages. */
export interface TradeCursor {
  readonly position: Position
  readonly leg: number
  readonly rowId: number
  readonly ceiling: number
}

export interface TradeRows {
  readonly trades: readonly Trade[]
  /** null at the end. */
  readonly next: TradeCursor | null
  /** As in the cursor: this page and earlier ones contain no later row. */
  readonly ceiling: number
}

/** Trades in the order in which they were stored, after a row. */
export interface StoredAfter {
  readonly network: NetworkId
  /** `any`: each field that the stream matches. Null for every trade of the network. */
  readonly subject: { readonly by: TradeFilter['by'] | 'any'; readonly address: Address } | null
  readonly after: number
  readonly limit: number
  /** Unix seconds. Omits trades of earlier blocks and trades of unknown time. */
  readonly from?: number
}

export interface StoredTrades {
  readonly trades: readonly Trade[]
  /** The row of each trade. */
  readonly rows: readonly number[]
  /** Rows up to this one were searched. */
  readonly upTo: number
  /** Retractions after the row `after` and up to `upTo`, in that order. */
  readonly retracted: readonly RetractedTrade[]
  /** The newest row that was ever stored, or the newest retraction. */
  readonly newest: number
}

/** A deleted trade with its former row. Retractions share one sequence of numbers with rows. */
export interface RetractedTrade {
  readonly trade: Trade
  readonly row: number
  readonly retraction: number
}

/** Deleted trades, last stored first, with their former rows and the numbers of their retractions. */
export interface RevertedTrades {
  readonly trades: readonly Trade[]
  readonly rows: readonly number[]
  readonly retractions: readonly number[]
}

/** The rows that a write added: their indexes in its list, and their ids, which only grow. */
export interface NewTrades {
  readonly indexes: readonly number[]
  readonly ids: readonly number[]
}

/** The hash of a block that a token's stored facts include. */
export interface BlockMark {
  readonly block: number
  readonly hash: string
}

/** A wallet on its network. */
export interface WalletKey {
  readonly network: NetworkId
  readonly wallet: Address
}

export interface FundedWallets {
  readonly total: number
  /** The requested number of fundings. */
  readonly first: readonly Funding[]
}
