import type { Address } from '../../src-shared/domain/address.ts'
import type { DollarPayment, Transfer } from '../../src-shared/domain/events.ts'
import { comparePositions } from '../../src-shared/domain/position.ts'
import type { Activity, Funding } from '../../src-shared/domain/token.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import type { StoreReads } from '../store/interface.ts'
import { steadySet } from '../detectors/memory.ts'
import { pushTo } from '../detectors/order.ts'

/** How far funders of funders are looked up: two pass-through wallets and their payer (engine.md §2.2). */
const FUNDING_HOPS = 3

/** Who gave the wallets looked at closely their coin, and what was read for that. */
export interface WalletBook {
  readonly closely: ReadonlySet<Address>
  readonly funding: readonly Funding[]
  readonly activity: readonly Activity[]
  /** Native movements to and from the wallets, those they were funded by, and so on, and whom two or more of them paid; in chain order. */
  readonly nativeTransfers: readonly Transfer[]
  /** Dollar coins that the wallets looked at closely paid and got, now or before. */
  readonly dollarPayments: readonly DollarPayment[]
  /** By wallet; null where nothing is stored. */
  readonly funded: ReadonlyMap<Address, Funding | null>
  readonly moved: ReadonlyMap<Address, readonly Transfer[]>
}

/** @param before the book of an earlier moment, when no fact of wallets changed since: what it has is not read again */
export function walletBook(reads: StoreReads, network: NetworkId, closely: ReadonlySet<Address>, before: WalletBook | null): WalletBook {
  if (before !== null && steadySet(before.closely, closely) === before.closely) return before
  const funded = new Map(before?.funded)
  const funding = fundingChain(reads, network, closely, funded)
  const moved = new Map(before?.moved)
  const wallets = new Set([...closely, ...funding.flatMap(({ wallet, funder }) => (funder === null ? [wallet] : [wallet, funder]))])
  readMoved(reads, network, wallets, moved)
  funding.push(...othersFunded(reads, network, funding, moved, funded))
  const sinks = paidByTwo(closely, moved)
  const met = new Set([...wallets, ...sinks])
  readMoved(reads, network, met, moved)
  const nativeTransfers = [...met]
    .flatMap((wallet) => (moved.get(wallet) ?? []).filter(({ from, to }) => to === wallet || (from === wallet && !met.has(to))))
    .sort((x, y) => comparePositions(x.position, y.position))
  const funders = [...new Set(funding.flatMap(({ funder }) => funder ?? []))]
  const activity = reads.activity({ network, addresses: [...new Set([...funders, ...sinks])] })
  const dollarPayments = readDollars(reads, network, closely, before)
  return { closely, funding, activity, nativeTransfers, dollarPayments, funded, moved }
}

/** First funding of others whom the funders paid: how many wallets a funder started, holders or not, tells a service. */
function othersFunded(
  reads: StoreReads,
  network: NetworkId,
  funding: readonly Funding[],
  moved: ReadonlyMap<Address, readonly Transfer[]>,
  funded: Map<Address, Funding | null>,
): Funding[] {
  const known = new Set(funding.map(({ wallet }) => wallet))
  const funders = new Set(funding.flatMap(({ funder }) => funder ?? []))
  const paid = [...funders].flatMap((funder) => (moved.get(funder) ?? []).flatMap(({ from, to }) => (from === funder && !known.has(to) ? [to] : [])))
  readFunded(reads, network, paid, funded)
  return [...new Set(paid)].flatMap((wallet) => funded.get(wallet) ?? [])
}

function readFunded(reads: StoreReads, network: NetworkId, wallets: readonly Address[], funded: Map<Address, Funding | null>): void {
  const unread = wallets.filter((wallet) => !funded.has(wallet))
  for (const wallet of unread) funded.set(wallet, null)
  for (const row of unread.length === 0 ? [] : reads.funding({ network, wallets: unread })) funded.set(row.wallet, row)
}

/** Stored native movements to and from the wallets of whom they are not known yet. */
function readMoved(reads: StoreReads, network: NetworkId, wallets: ReadonlySet<Address>, moved: Map<Address, readonly Transfer[]>): void {
  const unread = [...wallets].filter((wallet) => !moved.has(wallet))
  const movements = new Map<Address, Transfer[]>()
  for (const movement of reads.nativeTransfers({ network, wallets: unread })) pushTo(movements, movement.to, movement)
  for (const movement of reads.nativePayments({ network, wallets: unread })) pushTo(movements, movement.from, movement)
  for (const wallet of unread) moved.set(wallet, movements.get(wallet) ?? [])
}

/** Those of wallets that were looked at before stay; the very same list where none came. */
function readDollars(reads: StoreReads, network: NetworkId, closely: ReadonlySet<Address>, before: WalletBook | null): readonly DollarPayment[] {
  const known = before?.dollarPayments ?? []
  const keyOf = ({ tx, from, to, token, raw }: DollarPayment): string => `${tx} ${from} ${to} ${token} ${raw}`
  const keys = new Set(known.map(keyOf))
  const wallets = [...closely].filter((wallet) => before?.closely.has(wallet) !== true)
  const more = reads.dollarPayments({ network, wallets }).filter((row) => !keys.has(keyOf(row)))
  return more.length === 0 ? known : [...known, ...more]
}

/** Whom two or more of the wallets paid: one place where their coin comes together. */
function paidByTwo(wallets: ReadonlySet<Address>, moved: ReadonlyMap<Address, readonly Transfer[]>): Address[] {
  const payers = new Map<Address, Address>()
  const shared = new Set<Address>()
  for (const wallet of wallets)
    for (const { from, to } of moved.get(wallet) ?? []) {
      if (from !== wallet) continue
      const other = payers.get(to) ?? from
      payers.set(to, other)
      if (other !== from) shared.add(to)
    }
  return [...shared]
}

/** First funders of the wallets, of their funders, and so on. */
function fundingChain(reads: StoreReads, network: NetworkId, wallets: ReadonlySet<Address>, funded: Map<Address, Funding | null>): Funding[] {
  const found = new Map<Address, Funding>()
  const asked = new Set<Address>()
  let next: readonly Address[] = [...wallets]
  for (let hop = 0; hop < FUNDING_HOPS && next.length > 0; hop++) {
    for (const wallet of next) asked.add(wallet)
    readFunded(reads, network, next, funded)
    const rows = next.flatMap((wallet) => funded.get(wallet) ?? [])
    for (const row of rows) found.set(row.wallet, row)
    next = [...new Set(rows.flatMap(({ funder }) => (funder === null || asked.has(funder) ? [] : [funder])))]
  }
  return [...found.values()]
}
