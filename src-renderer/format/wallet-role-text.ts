import type { WalletRole } from '../../src-shared/contract/records/wallets.ts'

export const WALLET_ROLE_TEXT: Readonly<Record<WalletRole, string>> = {
  creator: 'Creator',
  sniper: 'Sniper',
  bundler: 'Bundler',
  insider: 'Insider',
}
