import type { WalletInToken } from '../contract/records/wallets.ts'

export type ResultCurrency = 'native' | 'usd' | 'other'

/** The result that leaves out the fewest trades. On a tie, the native coin comes first, then dollars, then the coin that was paid with. */
export function fullerResult({ native, usd, other }: Pick<WalletInToken, ResultCurrency>): {
  readonly result: WalletInToken['usd']
  readonly currency: ResultCurrency
} {
  const known = [
    { result: native, currency: 'native' },
    { result: usd, currency: 'usd' },
    ...(other === null ? [] : [{ result: other, currency: 'other' } as const]),
  ] as const
  return known.reduce((best, each) => (leftOut(each.result) < leftOut(best.result) ? each : best))
}

const leftOut = ({ left_out }: WalletInToken['usd']): number => left_out ?? Number.POSITIVE_INFINITY
