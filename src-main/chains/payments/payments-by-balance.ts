import type { Address } from '../../../src-shared/domain/address.ts'

export interface AttributedPayment {
  readonly from: Address
  readonly to: Address
  readonly raw: bigint
}

export interface Attribution {
  readonly payments: readonly AttributedPayment[]
  /** Addresses that gained or lost coins whose payer or payee is unknown. */
  readonly unknown: ReadonlySet<Address>
}

/**
 * Attributes the payments of one transaction from its balance changes. They are conclusive if one address lost all that others gained, or one address
 * gained all that others lost. With several addresses on both sides any attribution is a guess, so there is none.
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
