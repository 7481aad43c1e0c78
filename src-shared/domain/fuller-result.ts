import type { WalletInToken } from '../contract/records/wallets.ts'

/** The result that counts more trades: in the native coin, or in dollars where that leaves fewer out. */
export function fullerResult({ native, usd }: Pick<WalletInToken, 'native' | 'usd'>): {
  readonly result: WalletInToken['usd']
  readonly inDollars: boolean
} {
  const inDollars = usd.left_out !== null && native.left_out !== null && usd.left_out < native.left_out
  return { result: inDollars ? usd : native, inDollars }
}
