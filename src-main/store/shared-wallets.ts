import type { WalletRole } from '../../src-shared/contract/records/wallets.ts'
import type { Address } from '../../src-shared/domain/address.ts'
import type { RoleFigures } from '../../src-shared/domain/token-roles.ts'

/** What stored tokens have in common, as the store returns it. */

/** The state at which a token's roles were last counted. */
export interface CountedState {
  /** Unix seconds of the state. */
  readonly asOf: number
  /** The rules under which it was counted. */
  readonly rules: string
  /** Roles that the stored facts did not decide. */
  readonly unknown: readonly WalletRole[]
}

export interface CountedToken {
  readonly address: Address
  readonly name: string | null
  readonly symbol: string | null
  /** Null for a token that was not counted yet. */
  readonly counted: CountedState | null
}

export interface SharedWallet {
  readonly address: Address
  /** Indexes of the requested tokens that it is in, and of those in which it is a sniper, bundler or insider. */
  readonly tokens: readonly number[]
  readonly early: readonly number[]
  readonly isService: boolean
}

/** An address that wallets of several tokens share: their first funder, or their deposit address. */
export interface SharedAddress {
  readonly address: Address
  readonly isService: boolean
  /** Number of distinct wallets in all tokens. */
  readonly wallets: number
  /** Unix seconds of a funder's first and last payment. */
  readonly in: readonly { readonly token: number; readonly wallets: number; readonly first: number | null; readonly last: number | null }[]
}

export interface InCommonRows {
  /**
   * In the requested order: the number of wallets that hold the token or have a role in it, without services, how many of these are early, and how
   * many have a stored funder.
   */
  readonly tokens: readonly { readonly wallets: number; readonly early: number; readonly funded: number }[]
  /** Wallets in the requested tokens and in every other counted token. `others` are in none of the requested ones. */
  readonly population: { readonly wallets: number; readonly others: number }
  /** Sorted by number of tokens, then by number of roles, then by holdings, largest first. */
  readonly wallets: readonly SharedWallet[]
  readonly funders: readonly SharedAddress[]
  readonly deposits: readonly SharedAddress[]
}

/** The balance and roles of a wallet in one token. */
export interface WalletInToken {
  readonly token: Address
  readonly wallet: Address
  readonly raw: bigint
  readonly roles: readonly WalletRole[]
  readonly cluster: number | null
  /** Unix seconds. */
  readonly firstTrade: number | null
  readonly lastTrade: number | null
}

/** An early wallet in one token, with its gains. */
export interface SerialRow extends Omit<WalletInToken, 'raw' | 'cluster'> {
  readonly figures: RoleFigures | null
}
