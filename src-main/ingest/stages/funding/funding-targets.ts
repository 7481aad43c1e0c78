import type { Address } from '../../../../src-shared/domain/address.ts'
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
export function topFunders(fundings: readonly Funding[], limit: number): Address[] {
  const funded = new Map<Address, number>()
  for (const { funder } of fundings) if (funder !== null) funded.set(funder, (funded.get(funder) ?? 0) + 1)
  return [...funded]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([funder]) => funder)
}
