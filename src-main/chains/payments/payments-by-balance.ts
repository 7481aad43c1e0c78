import type { Address } from '../../../src-shared/domain/address.ts'

export interface AttributedPayment {
  readonly from: Address
  readonly to: Address
  readonly raw: bigint
}

export interface Attribution {
  readonly payments: readonly AttributedPayment[]
  /** Addresses that gained or lost coin of which it is unknown who paid it, or who got it. */
  readonly unknown: ReadonlySet<Address>
}

/**
 * Who paid whom in one transaction, by what addresses gained and lost in it. The changes tell it where one address lost all that others
 * gained, and where all that was lost went to one. With several on both sides any division is a guess, so there is none.
 */
export function paymentsByBalance(changes: ReadonlyMap<Address, bigint>): Attribution {
  const losers = [...changes].filter(([, raw]) => raw < 0n)
  const gainers = [...changes].filter(([, raw]) => raw > 0n)
  const [lost, gained] = [sumOf(losers), sumOf(gainers)].map((sum) => (sum < 0n ? -sum : sum)) as [bigint, bigint]
  const everyone = new Set([...losers, ...gainers].map(([address]) => address))
  const [[loser] = [], [gainer] = []] = [losers[0], gainers[0]]
  if (loser === undefined || gainer === undefined) return { payments: [], unknown: everyone }
  if (losers.length === 1 && gained <= lost) {
    return { payments: gainers.map(([to, raw]) => ({ from: loser, to, raw })), unknown: new Set(gained < lost ? [loser] : []) }
  }
  if (gainers.length === 1 && lost <= gained) {
    return { payments: losers.map(([from, raw]) => ({ from, to: gainer, raw: -raw })), unknown: new Set(lost < gained ? [gainer] : []) }
  }
  return { payments: [], unknown: everyone }
}

const sumOf = (list: readonly (readonly [Address, bigint])[]): bigint => list.reduce((sum, [, raw]) => sum + raw, 0n)
