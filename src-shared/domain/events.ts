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
  /** The part of `raw` that the token withheld in the transfer (Token-2022 transfer fee). Absent if nothing was withheld, or if it is unknown. */
  readonly transferFeeRaw?: bigint
  /** The venue's fee in this token. Absent if it charged none in this token, or if that is unknown. Only its dollar value is stored. */
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
  /** The smart account whose user operation traded, if a bundler signed for it (ERC-4337). */
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
 * The fields of a trade that rules read: who gave what to whom, and when, without the venue and the confidence. For a user operation, `signer` is the
 * account too.
 */
export type TradeFact = Pick<Trade, 'position' | 'time' | 'tx' | 'signer' | 'account' | 'receiver' | 'pool' | 'tokenIn' | 'tokenOut' | 'leg'>

/**
 * Whether a trade bought a token for another wallet than the one that signed it, or may have, because several wallets received it. The account of a user
 * operation ordered its own trade.
 */
export const isBoughtForOther = (
  { signer, account, receiver, tokenOut }: Pick<TradeFact, 'signer' | 'account' | 'receiver' | 'tokenOut'>,
  token: Address,
): boolean => tokenOut.token === token && account === undefined && receiver !== signer

/** The fields of a transfer that rules read. All transfers in a list are of one token. */
export type TransferFact = Pick<Transfer, 'position' | 'time' | 'tx' | 'from' | 'to' | 'raw'>

/** A payment between wallets in a dollar stablecoin. */
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

/** A movement of a token, or of the chain's own coin if `token` is NATIVE. Mints come from the zero address, and burns go to it. */
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

/** A liquidity pool, from its factory's event or named in a recorded answer. */
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

/** `dex` of a contract that behaves like a pool but proves it by nothing its maker could not pretend (docs/detection.md#pools). */
export const UNPROVEN_POOL = 'unproven-pool'

export const isProvenPool = ({ dex }: Pick<Pool, 'dex'>): boolean => dex !== UNPROVEN_POOL

/**
 * The switch that made trading possible. Before this block the token left its pool only for wallets that its owner had exempted. The transaction is
 * null if it is unknown.
 */
export interface TradingSwitch {
  readonly block: number
  readonly tx: string | null
  readonly txIndex: number | null
}

/**
 * How a launch buy was sent and what it paid for its place in the block, on networks whose transactions have gas settings. Fees are wei per unit of
 * gas.
 */
export interface LaunchTransaction {
  readonly tx: string
  readonly block: number
  readonly nonce: number
  /** Native coin sent along, in wei. */
  readonly value: bigint
  readonly gasLimit: number
  /** The maximum that the sender would pay. */
  readonly maxFee: bigint
  /** The maximum part of `maxFee` for the builder; null for transactions that name a single price. */
  readonly maxPriorityFee: bigint | null
  /** The part that went to the builder; null if the block states no base fee. */
  readonly priorityFee: bigint | null
  /** The median of `priorityFee` over the block. */
  readonly usualPriorityFee: bigint | null
  /** All fees that went to the builder, in wei; null if the receipts of the block cannot be read. */
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
  readonly kind: 'decode_warning'
  readonly network: NetworkId
  readonly tx: string
  readonly code: string
  readonly detail: string
}

export type ChainEvent = Trade | Transfer | Pool | TokenCreated | DecodeWarning
