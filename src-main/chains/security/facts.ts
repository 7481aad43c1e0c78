import type { Address } from '../../../src-shared/domain/address.ts'
import type { Pool } from '../../../src-shared/domain/events.ts'

/**
 * What a chain tells about the safety of a token, in one shape for all chains. A value is true, false, or null for
 * "not determined"; `how` says how it was read or why it could not be. Rules read this shape and nothing else.
 */

export const FLAG_IDS = [
  'honeypot',
  'cannot_buy',
  'cannot_sell_all',
  'non_transferable',
  'default_frozen',
  'transfers_paused',
  'scheduled_tax',
  'tax_modifiable',
  'tax_per_wallet',
  'permanent_delegate',
  'change_balance',
  'mintable',
  'freezable',
  'blacklist',
  'whitelist',
  'pausable',
  'transfer_hook',
  'transfer_hook_settable',
  'closable',
  'proxy',
  'upgradable',
  'upgradable_with_treasury',
  'take_back_ownership',
  'hidden_owner',
  'renounced',
  'selfdestruct',
  'external_calls',
  'anti_whale',
  'anti_whale_modifiable',
  'trading_cooldown',
  'cooldown_modifiable',
  'verified',
  'metadata_mutable',
] as const
export type FlagId = (typeof FLAG_IDS)[number]

export type PowerHolderKind = 'wallet' | 'multisig' | 'timelock' | 'contract' | 'unknown'

/** Who may use a power. */
export interface PowerHolder {
  readonly address: Address
  readonly kind: PowerHolderKind
}

export interface Flag {
  readonly value: boolean | null
  /** One sentence: how it was read, or why it is not determined. */
  readonly how: string
  /** Block, slot or checkpoint that was read; null when nothing was. */
  readonly at: number | null
  /** Calls, accounts, objects or transactions that show it, at most five. */
  readonly evidence: readonly string[]
  /** Who may use the power; null where nobody, nobody known, or where the flag is no power. */
  readonly holder: PowerHolder | null
}

/** A tax in percent of the amount moved; null when not determined. */
export interface TaxReading {
  readonly pct: number | null
  readonly how: string
}

export interface LiquidityLock {
  /** Percent of the pool's liquidity. */
  readonly percentage: number
  /** `burn` for ever gone, else the locker's name. */
  readonly type: string
  /** Unix seconds; null for never, or where the locker does not tell. */
  readonly unlockAt: number | null
}

/** One pool's liquidity and who can take it out. */
export interface PoolLiquidity {
  readonly pool: Address
  /** Raw units of the other token of the pool. */
  readonly quote: Address
  readonly quoteRaw: bigint
  /** Value of the quote side in USD; null without a price. */
  readonly quoteUsd: number | null
  /** Percent burned or locked; null when the owners of the liquidity could not be read. */
  readonly lockedPct: number | null
  readonly locks: readonly LiquidityLock[]
  /** Largest part that one owner may withdraw, percent; null when not determined. */
  readonly largestFreePct: number | null
  readonly largestFreeOwner: Address | null
}

/** A capability object of Sui: its id, how it is owned, and the version at which that was read. */
export interface CapabilityObject {
  readonly objectId: Address | null
  readonly ownerKind: 'address' | 'shared' | 'immutable' | 'multiple' | null
  readonly version: string | null
}

export interface EvmSecurityDetails {
  readonly family: 'evm'
  readonly owner: Address | null
  readonly implementation: Address | null
}

export interface SolanaSecurityDetails {
  readonly family: 'solana'
  readonly program: Address
  readonly isToken2022: boolean
  readonly extensions: readonly string[]
  readonly uri: string | null
  readonly defaultAccountState: string | null
  /** Role → address; null for "nobody any more". */
  readonly authorities: Readonly<Record<string, Address | null>>
  /** Most that one transfer is charged, raw units; null without a transfer fee. */
  readonly maxFeeRaw: bigint | null
  readonly scheduledTax: { readonly pct: number; readonly maxFeeRaw: bigint; readonly epoch: number } | null
  /** Owners among the largest accounts whose account is frozen; null when not read. */
  readonly frozenTopOwners: readonly Address[] | null
  /** Token account of each owner looked at. */
  readonly tokenAccounts: ReadonlyMap<Address, Address>
}

export interface SuiSecurityDetails {
  readonly family: 'sui'
  readonly treasury: CapabilityObject
  readonly deny: CapabilityObject
  readonly upgrade: CapabilityObject
  readonly metadata: CapabilityObject
  readonly packageId: Address | null
}

export interface SecurityFacts {
  /** State that was read. */
  readonly readAt: { readonly unit: 'block' | 'slot' | 'checkpoint'; readonly number: number; readonly time: number | null }
  /** A flag that the network does not have is absent. */
  readonly flags: Readonly<Partial<Record<FlagId, Flag>>>
  readonly taxes: {
    readonly buy: TaxReading
    readonly sell: TaxReading
    readonly transfer: TaxReading
    /** Highest tax that somebody was seen to be able to set, percent; null when nobody was, or when not tried. */
    readonly settablePct: number | null
  }
  /** 0 all sells pass, 100 nobody can sell; null when the exit was not tested. */
  readonly exit: { readonly score: number | null; readonly message: string }
  /** Deepest first; null when pools were not looked at, empty when there are none. */
  readonly liquidity: readonly PoolLiquidity[] | null
  /** What the trade was simulated with; null when nothing could be simulated. */
  readonly simulatedWith: string | null
  /** Sentences about what this source could not tell. */
  readonly partial: readonly string[]
  /** Decoded accounts, bytecode facts or objects, one key a source; JSON values only. */
  readonly raw: Readonly<Record<string, unknown>>
  readonly details: EvmSecurityDetails | SolanaSecurityDetails | SuiSecurityDetails
}

/** A function of a verified source: its canonical signature, and whether it only reads. */
export interface SourceFunction {
  readonly signature: string
  readonly reads: boolean
}

/** What a source-verification service says of one contract. */
export type SourceAnswer =
  | {
      readonly verified: true
      readonly service: string
      /** Matches with its metadata too, comments and names included. */
      readonly exact: boolean
      /** Null where the service gave no ABI. */
      readonly functions: readonly SourceFunction[] | null
    }
  | { readonly verified: false; readonly service: string }
  | { readonly verified: null; readonly why: string }

/** Asks for the verified source of a contract; a service that fails is an answer too. */
export type AskSource = (contract: Address, signal: AbortSignal) => Promise<SourceAnswer>

/** What the readers of security facts are told of a token besides its address. */
export interface SecurityQuery {
  readonly token: Address
  readonly pools: readonly Pool[]
  /** Largest first; people, not pools. Their sells are replayed. */
  readonly holders: readonly Address[]
  readonly creator: Address | null
  /** First block of the token, where known: bounds log queries. */
  readonly createdBlock: number | null
  /** Absent where the owner set no service that knows sources. */
  readonly source?: AskSource | undefined
}

/** Nothing could be read, and why. */
export const unknownFlag = (how: string): Flag => ({ value: null, how, at: null, evidence: [], holder: null })

export const readFlag = (value: boolean | null, how: string, at: number, more: Partial<Pick<Flag, 'evidence' | 'holder'>> = {}): Flag => ({
  value,
  how,
  at,
  evidence: (more.evidence ?? []).slice(0, 5),
  holder: more.holder ?? null,
})
