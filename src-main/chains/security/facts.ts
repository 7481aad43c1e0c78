import type { Address } from '../../../src-shared/domain/address.ts'
import type { Pool } from '../../../src-shared/domain/events.ts'

/**
 * Facts about the safety of a token, in one shape for all chains. A value is true, false, or null for "not determined";
 * `how` says how it was read or why it could not be. Scoring rules read nothing else (docs/scan.md#score).
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

/** The account that may use a power. */
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
  /** The account that may use the power; null if no known address may, or if the flag is not a power. */
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
  /** `burn`, or the locker's name. */
  readonly type: string
  /** Unix seconds; null for never, or when the locker does not report it. */
  readonly unlockAt: number | null
}

/** One pool's liquidity and the owners who can withdraw it. */
export interface PoolLiquidity {
  readonly pool: Address
  /** The other token of the pool; `quoteRaw` is in its raw units. */
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

/** Who may withdraw the liquidity of a pool. */
export type OwnerShares = Pick<PoolLiquidity, 'lockedPct' | 'locks' | 'largestFreePct' | 'largestFreeOwner'>
export const UNKNOWN_OWNERS: OwnerShares = { lockedPct: null, locks: [], largestFreePct: null, largestFreeOwner: null }

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
  /** Role → address; null for a revoked role. */
  readonly authorities: Readonly<Record<string, Address | null>>
  /** Maximum fee of one transfer, raw units; null without a transfer fee. */
  readonly maxFeeRaw: bigint | null
  readonly scheduledTax: { readonly pct: number; readonly maxFeeRaw: bigint; readonly epoch: number } | null
  /** Owners among the largest accounts whose account is frozen; null when not read. */
  readonly frozenTopOwners: readonly Address[] | null
  /** Token account of each owner that was read. */
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
    /** Highest tax that an address could set in simulation, percent; null when none could, or when not tested. */
    readonly settablePct: number | null
  }
  /** 0: all sells succeed, 100: no sell succeeds; null when not tested. */
  readonly exit: { readonly score: number | null; readonly message: string }
  /** Deepest first; null when pools were not read, empty when there are none. */
  readonly liquidity: readonly PoolLiquidity[] | null
  /** Pools that are not among them because their reserves could not be read, on networks whose exchanges keep them in different ways. */
  readonly unreadPools?: number
  /** The means by which the trade was simulated; null when nothing could be simulated. */
  readonly simulatedWith: string | null
  /** Sentences about what could not be determined. */
  readonly partial: readonly string[]
  /** Decoded accounts, bytecode facts or objects, one key per source; JSON values only. */
  readonly raw: Readonly<Record<string, unknown>>
  readonly details: EvmSecurityDetails | SolanaSecurityDetails | SuiSecurityDetails
}

/** A function of a verified source: its canonical signature, and whether it only reads. */
export interface SourceFunction {
  readonly signature: string
  readonly reads: boolean
}

/** What a source-verification service reports about one contract. */
export type SourceAnswer =
  | {
      readonly verified: true
      readonly service: string
      /** The metadata matches too, so comments and names are those of the original source. */
      readonly exact: boolean
      /** Null if the service gave no ABI. */
      readonly functions: readonly SourceFunction[] | null
    }
  | { readonly verified: false; readonly service: string }
  | { readonly verified: null; readonly why: string }

/** Reads the verified source of a contract. A failing service resolves to `verified: null`. */
export type ReadSource = (contract: Address, signal: AbortSignal) => Promise<SourceAnswer>

/** Input of the readers of security facts. */
export interface SecurityQuery {
  readonly token: Address
  readonly pools: readonly Pool[]
  /** Largest first, without pools. Their sells are simulated. */
  readonly holders: readonly Address[]
  readonly creator: Address | null
  /** First block of the token if known; log queries start there. */
  readonly createdBlock: number | null
  /** Absent when no source-verification service is configured. */
  readonly source?: ReadSource | undefined
}

/** @param how why nothing could be read */
export const unknownFlag = (how: string): Flag => ({ value: null, how, at: null, evidence: [], holder: null })

export const readFlag = (value: boolean | null, how: string, at: number, more: Partial<Pick<Flag, 'evidence' | 'holder'>> = {}): Flag => ({
  value,
  how,
  at,
  evidence: (more.evidence ?? []).slice(0, 5),
  holder: more.holder ?? null,
})
