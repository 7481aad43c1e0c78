import type { WalletInToken, WalletRole } from '../contract/records/wallets.ts'

/** The roles of wallets in a token, counted at one moment and stored for questions across tokens. */

export type RoleFigures = Pick<WalletInToken, 'bought' | 'sold' | 'native' | 'usd'>

export interface RoleRow {
  readonly address: string
  /** None for a member of a cluster, or for a service. */
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
  /** Which rules it was counted under. */
  readonly rules: string
  /** Roles that the stored facts do not decide. */
  readonly unknown: readonly WalletRole[]
  readonly wallets: readonly RoleRow[]
  /** Who paid into deposit addresses of exchanges. */
  readonly deposits: readonly { readonly deposit: string; readonly sender: string }[]
}

/** The roles of those who got in before others. */
export const EARLY_ROLES: readonly WalletRole[] = ['sniper', 'bundler', 'insider']
