import type { Address } from '../../../../src-shared/domain/address.ts'
import { compareText } from '../../../../src-shared/domain/compare.ts'
import type { AddressLabel } from '../../../../src-shared/domain/labels.ts'
import { isPersonal, type AccountKind, type Funding } from '../../../../src-shared/domain/token.ts'

/** Which wallets are worth a search for their first funder. Pure. */

/** Addresses that a label marks as hubs. Being funded by a hub links no wallets, so a hub's own funder is not searched for. */
export function hubsAmong(labels: readonly AddressLabel[]): ReadonlySet<string> {
  return new Set(labels.filter((label) => label.linkPolicy === 'hub').map((label) => label.address))
}

export interface FundingCandidates {
  readonly wallets: readonly Address[]
  readonly kinds: ReadonlyMap<Address, AccountKind>
  readonly hubs: ReadonlySet<string>
  readonly known: readonly Funding[]
}

/** Wallets that are neither contracts nor hubs, and whose first funder is still undecided. */
export function fundingTargets({ wallets, kinds, hubs, known }: FundingCandidates): Address[] {
  const decided = new Set(known.filter((funding) => funding.funder !== null || funding.block !== null).map((funding) => funding.wallet))
  return [...new Set(wallets)].filter((wallet) => isPersonal(kinds.get(wallet)) && !hubs.has(wallet) && !decided.has(wallet))
}

/** The funders of the wallets, sorted by number of funded wallets, most first. */
export const topFunders = (fundings: readonly Funding[], limit: number): Address[] =>
  byFrequency(fundings.flatMap(({ funder }) => funder ?? [])).slice(0, limit)

/** Each address once, most frequent first, ties by address. */
export function byFrequency(addresses: readonly Address[]): Address[] {
  const times = new Map<Address, number>()
  for (const address of addresses) times.set(address, (times.get(address) ?? 0) + 1)
  return [...times].sort(([a, x], [b, y]) => y - x || compareText(a, b)).map(([address]) => address)
}
