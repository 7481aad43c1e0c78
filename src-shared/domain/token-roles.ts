import type { WalletInToken, WalletRole } from '../contract/records/wallets.ts'

/** The roles of wallets in a token at one moment, stored for questions across tokens. */

export type RoleFigures = Pick<WalletInToken, 'bought' | 'sold' | 'native' | 'usd'>

export interface RoleRow {
  readonly address: string
  /** Empty for a wallet that is listed only as a member of a cluster or as a service. */
  readonly roles: readonly WalletRole[]
  readonly cluster: number | null
  /** An exchange, pool or other service among the holders. */
  readonly isService: boolean
  /** Unix seconds; null if no trade of the wallet is stored. */
  readonly firstTrade: number | null
  readonly lastTrade: number | null
  /** Null for a wallet without one of the four roles. */
  readonly figures: RoleFigures | null
}

export interface TokenRoles {
  /** Unix seconds of the state. */
  readonly asOf: number
  /** The newest block in it; null when unknown. */
  readonly block: number | null
  /** The rules under which the roles were computed. */
  readonly rules: string
  /** Roles that the stored facts do not decide. */
  readonly unknown: readonly WalletRole[]
  readonly wallets: readonly RoleRow[]
  /** Wallets that paid into deposit addresses of exchanges. */
  readonly deposits: readonly { readonly deposit: string; readonly sender: string }[]
}

/** The roles of wallets that bought early. */
export const EARLY_ROLES: readonly WalletRole[] = ['sniper', 'bundler', 'insider']
