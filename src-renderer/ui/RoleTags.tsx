import type { WalletRole } from '../../src-shared/contract/records/wallets.ts'
import { WALLET_ROLE_TEXT } from '../format/wallet-role-text.ts'
import { Tag } from './Tag.tsx'

/** Roles of a wallet in a token: creator, sniper, bundler, insider. */
export const RoleTags = ({ roles }: { roles: readonly WalletRole[] }) =>
  roles.map((role) => <Tag key={role} tone="notice" text={WALLET_ROLE_TEXT[role]} />)
