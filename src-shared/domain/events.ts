import type { NetworkId } from '../networks.ts'
import type { Address } from './address.ts'
import type { Position } from './position.ts'

/** The chain's own coin where a token address is expected; never a contract. */
export const NATIVE = 'native' as Address

/** One side of a trade. `usd` is the value at trade time, null when no price was found. */
export interface TradeLeg {
  readonly token: Address
  readonly raw: bigint
  /** Null when unknown. Amounts in token units are unknown then too. */
  readonly decimals: number | null
  readonly usd: number | null
  /** The part of `raw` that the token withheld in the transfer (Token-2022 transfer fee). Absent if nothing was withheld, or where it is unknown. */
  readonly transferFeeRaw?: bigint
  /** What the venue charged in this token. Absent if it charged nothing in it, or where that is unknown. Not stored, but its value in dollars is. */
  readonly venueFeeRaw?: bigint
}

/** What a trade was read from: the venue's own event, the inner transfers, or the net balance change. */
export type TradeSource = 'event' | 'transfers' | 'balances'
/** `sure`: two independent readings agree. `likely`: one reading. `guess`: an unknown venue by balances. */
export type Confidence = 'sure' | 'likely' | 'guess'

/** One swap leg through one pool. A routed swap is several trades of one transaction, in order. */
export interface Trade {
  readonly kind: 'trade'
  readonly network: NetworkId
  readonly position: Position
  /** Unix seconds; null when the node did not report it. */
  readonly time: number | null
  readonly tx: string
  readonly dex: string
  readonly dexVersion: string
  readonly signer: Address
  /** The smart account whose user operation traded, where a bundler signed for it (ERC-4337). */
  readonly account?: Address
  readonly receiver: Address | null
  readonly pool: Address | null
  readonly tokenIn: TradeLeg
  readonly tokenOut: TradeLeg
  readonly feeUsd: number | null
  /** Index of this leg in its transaction, from 0. */
  readonly leg: number
  readonly source: TradeSource
  readonly confidence: Confidence
}

/**
 * The fields of a trade that rules read: who gave what to whom, and when, without the venue and the confidence. The signer of a user operation is its account too.
 */
export type TradeFact = Pick<Trade, 'position' | 'time' | 'tx' | 'signer' | 'account' | 'receiver' | 'pool' | 'tokenIn' | 'tokenOut' | 'leg'>

/** The fields of a transfer that rules read. All transfers of a list are of one token. */
export type TransferFact = Pick<Transfer, 'position' | 'time' | 'tx' | 'from' | 'to' | 'raw'>

/** A payment between wallets in a stablecoin that promises to be worth a dollar. */
export interface DollarPayment {
  readonly from: Address
  readonly to: Address
  readonly token: Address
  readonly raw: bigint
  readonly decimals: number
  /** Dollar value of the network's native coin in that block. Null when unknown. */
  readonly coinUsd: number | null
  readonly tx: string
  readonly block: number
  readonly time: number | null
}

/** A token movement, or with `token` NATIVE a movement of the chain's own coin. Mints come from, burns go to, the zero address. */
export interface Transfer {
  readonly kind: 'transfer'
  readonly network: NetworkId
  readonly position: Position
  readonly time: number | null
  readonly tx: string
  readonly token: Address
  readonly from: Address
  readonly to: Address
  readonly raw: bigint
}

/** A liquidity pool found by its factory's event or named in a recorded answer. */
export interface Pool {
  readonly kind: 'pool'
  readonly network: NetworkId
  readonly address: Address
  readonly dex: string
  readonly dexVersion: string
  readonly token0: Address
  readonly token1: Address
  readonly createdBlock: number | null
  readonly createdTx: string | null
}

/**
 * The switch that made trading possible: before this block the token left its pool only for wallets that its owner exempted. The
 * transaction is null if it is unknown.
 */
export interface TradingSwitch {
  readonly block: number
  readonly tx: string | null
  readonly txIndex: number | null
}

/** How a buy of the launch was sent and what it paid for its place, on networks whose transactions have gas settings. Fees are wei for a unit of gas. */
export interface LaunchTransaction {
  readonly tx: string
  readonly block: number
  readonly nonce: number
  /** Coin that its sender sent along. */
  readonly value: bigint
  readonly gasLimit: number
  /** The most that the sender would pay. */
  readonly maxFee: bigint
  /** The most of it that would go to the builder; null for transactions that name one price. */
  readonly maxPriorityFee: bigint | null
  /** What went to the builder; null where the block states no base fee. */
  readonly priorityFee: bigint | null
  /** The median of `priorityFee` over the block. */
  readonly usualPriorityFee: bigint | null
  /** All that went to the builder as fees, wei; null where the receipts of the block cannot be read. */
  readonly paid: bigint | null
}

/** The creation of a token, from its creating transaction. */
export interface TokenCreated {
  readonly kind: 'token_created'
  readonly network: NetworkId
  readonly token: Address
  readonly creator: Address
  readonly position: Position
  readonly time: number | null
  readonly tx: string
}

/** Something that a decoder could not decode, or decoded in two different ways. */
export interface DecodeWarning {
  readonly kind: 'oddity'
  readonly network: NetworkId
  readonly tx: string
  readonly code: string
  readonly detail: string
}

export type ChainEvent = Trade | Transfer | Pool | TokenCreated | DecodeWarning
