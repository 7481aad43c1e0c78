import type { Address } from '../../src-shared/domain/address.ts'
import type { Trade, Transfer } from '../../src-shared/domain/events.ts'
import type { Holding } from '../../src-shared/domain/token.ts'
import type { BlockRef, ListedHolders } from './blocks/block-ref.ts'

/** The transfers of a token in a block, from the block's receipts. */
export interface ReceiptTransfers extends EndpointTransfers {
  /** Whether the receipts hash to the root in a header that hashes to the block's hash: then no endpoint can have left out or changed any. */
  readonly isProven: boolean
}

/** Alternative ways to read transfers, to find rows that an endpoint left out or changed (docs/chains.md#cross-checks). */
export interface CrossChecks {
  /** False if the header of a block proves that it has no transfer of the token. */
  mayHaveTransfers(token: Address, block: number, signal: AbortSignal): Promise<boolean>
  transfersInTransaction(token: Address, tx: string, signal: AbortSignal): Promise<readonly Transfer[]>
  /** From the first endpoint whose receipts are proven, else from any that returns receipts; null if none does. */
  transfersInReceipts(token: Address, block: number, signal: AbortSignal): Promise<ReceiptTransfers | null>
  /** The transfers of a block by each endpoint alone. Endpoints that do not answer are left out. */
  transfersByEndpoint(token: Address, block: number, signal: AbortSignal): Promise<EndpointTransfers[]>
}

export interface EndpointTransfers {
  readonly host: string
  readonly rows: readonly Transfer[]
}

/** Alternative ways to read what a chain lists, to find rows that an endpoint left out or changed (docs/chains.md#cross-checks). */
export interface ListChecks {
  /** The newest supply. `isWhole`: every unit of it is in the balance of some holder. Null if the supply says nothing about balances. */
  supply(token: Address, signal: AbortSignal): Promise<{ readonly raw: bigint; readonly isWhole: boolean } | null>
  /** The listed balances that an endpoint contradicts although they have not changed since; endpoints that do not answer are left out. */
  contradicted(token: Address, list: Pick<ListedHolders, 'holdings' | 'at'>, signal: AbortSignal): Promise<EndpointBalances[]>
  listsByEndpoint(token: Address, at: BlockRef, signal: AbortSignal): AsyncIterable<{ readonly host: string; readonly list: ListedHolders }>
  /**
   * Trades of a pool between two of its trades, from each endpoint alone, listed backwards from the later one, without those of known transactions.
   * Absent if blocks are read whole.
   */
  tradesBetween?(pool: Address, stretch: TradeStretch, signal: AbortSignal): Promise<EndpointTrades[]>
}

export interface TradeStretch {
  readonly earlier: Trade
  readonly later: Trade
  /** Ids of transactions whose trades are stored. */
  readonly known: ReadonlySet<string>
}

export interface EndpointBalances {
  readonly host: string
  /** As this endpoint returns them. */
  readonly holdings: readonly Holding[]
}

export interface EndpointTrades {
  readonly host: string
  readonly rows: readonly Trade[]
}
