import type { Address } from '../../../src-shared/domain/address.ts'
import type { AddressLabel } from '../../../src-shared/domain/labels.ts'
import type { AccountKind, Funding, Holding } from '../../../src-shared/domain/token.ts'
import { grouped } from '../../../src-shared/domain/shown.ts'
import type { BlockRef, ListedHolders } from '../../chains/adapter.ts'
import type { BlockRange } from '../../store/interface.ts'
import { size } from '../../store/values/intervals.ts'

/** What to look at, decided from facts already gathered. Pure: nothing here asks a node or the store. */

export interface BalanceCheck {
  /** As the chain says, to be stored. */
  readonly verified: readonly Holding[]
  readonly different: number
  /** Wallets whose balance the token did not tell. */
  readonly untold: number
}

/** Holds summed balances against those read from the chain; the chain wins. */
export function checkBalances(summed: readonly Holding[], read: readonly Holding[]): BalanceCheck {
  const told = new Map(read.map((holding) => [holding.address, holding]))
  let different = 0
  let untold = 0
  for (const { address, raw } of summed) {
    const chain = told.get(address)
    if (chain === undefined) untold += 1
    else if (chain.raw !== raw) different += 1
  }
  return { verified: read, different, untold }
}

export function balanceNotes(check: BalanceCheck, looked: number): string[] {
  return [
    check.different === 0
      ? null
      : `${check.different} of the ${looked} largest balances differ from the sum of transfers (it rebases, or moves without events); balanceOf is shown.`,
    check.untold === 0
      ? null
      : `The token did not tell the balance of ${check.untold} of the ${looked} largest holders; the sum of their transfers is shown.`,
  ].filter((note) => note !== null)
}

/** A list this much newer than the block of the read describes another state, and says so. */
const SAME_STATE_SECONDS = 120

/** What has to be said of a chain's own list of holders, for a read that describes block `head`. */
export function listNotes(list: ListedHolders, head: BlockRef): string[] {
  const apart = Math.abs(list.at.time - head.time) > SAME_STATE_SECONDS
  return apart
    ? [...list.notes, `Holders are those of block ${grouped(list.at.number)}; the rest describes block ${grouped(head.number)}.`]
    : [...list.notes]
}

/** What has to be said of wanted blocks that no page told; null when all were told. */
export function unreadNote(what: string, unread: readonly BlockRange[]): string | null {
  const first = unread[0]
  const last = unread.at(-1)
  if (first === undefined || last === undefined) return null
  return `The ${what} of ${size(unread)} blocks between ${first.from} and ${last.to} are not read yet; another read goes on with them.`
}

/** Addresses that some label calls a hub: their first coin joins nobody, so it is not looked for. */
export function hubsAmong(labels: readonly AddressLabel[]): ReadonlySet<string> {
  return new Set(labels.filter((label) => label.linkPolicy === 'hub').map((label) => label.address))
}

export interface FundingQuestion {
  readonly wallets: readonly Address[]
  readonly kinds: ReadonlyMap<Address, AccountKind>
  readonly hubs: ReadonlySet<string>
  readonly known: readonly Funding[]
}

/** Wallets whose first funder is worth a search: people's keys, no hubs, not decided yet. */
export function fundingTargets({ wallets, kinds, hubs, known }: FundingQuestion): Address[] {
  const decided = new Set(known.filter((funding) => funding.funder !== null || funding.block !== null).map((funding) => funding.wallet))
  return [...new Set(wallets)].filter((wallet) => kinds.get(wallet) === 'wallet' && !hubs.has(wallet) && !decided.has(wallet))
}

/** Who paid the given wallets: the next hop up, those who paid most wallets first. */
export function fundersOf(fundings: readonly Funding[], limit: number): Address[] {
  const paid = new Map<Address, number>()
  for (const { funder } of fundings) if (funder !== null) paid.set(funder, (paid.get(funder) ?? 0) + 1)
  return [...paid]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([funder]) => funder)
}
