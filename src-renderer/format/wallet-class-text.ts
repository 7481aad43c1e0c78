import type { WalletRecord } from '../../src-shared/contract/records/evidence.ts'

type WalletClassName = WalletRecord['classes'][number]['name']

/** Text of each wallet class (docs/detection.md#wallet-classes). */
export const WALLET_CLASS_TEXT: Readonly<Record<WalletClassName, { readonly label: string; readonly question: string }>> = {
  tax_recipient: { label: 'Tax recipient', question: 'Receives the token’s tax' },
  fresh_day: { label: 'Fresh', question: 'Fresh at its first buy' },
  fresh_month: { label: 'Recent', question: 'Recent at its first buy' },
  never_bought: { label: 'Never bought', question: 'Never bought' },
  coin_dust: { label: 'Coin dust', question: 'Only dust of the native coin left' },
}
