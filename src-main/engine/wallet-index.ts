import { trustedAddress, type Address } from '../../src-shared/domain/address.ts'
import type { DollarPayment, Transfer } from '../../src-shared/domain/events.ts'
import { comparePositions } from '../../src-shared/domain/position.ts'
import { FUNDING_HOPS, type Activity, type Funding } from '../../src-shared/domain/token.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import type { StoreReads } from '../store/interface.ts'
import { reuseSet } from '../detectors/incremental/reuse.ts'
import { pushTo } from '../detectors/math/order.ts'

/** Funding of the closely examined wallets, and the rows read to find it. */
export interface WalletIndex {
  readonly examined: ReadonlySet<Address>
  readonly funding: readonly Funding[]
  readonly activity: readonly Activity[]
  /** Native coin of the examined wallets, raw units. */
  readonly nativeBalances: ReadonlyMap<Address, bigint>
  /** Native movements to and from the wallets, their funders, the funders' funders, and the receivers that two or more of them paid; in chain order. */
  readonly nativeTransfers: readonly Transfer[]
  /** Payments in dollar coins by and to the wallets that are or were examined. */
  readonly dollarPayments: readonly DollarPayment[]
  /** By wallet; null if nothing is stored. */
  readonly funded: ReadonlyMap<Address, Funding | null>
  readonly moved: ReadonlyMap<Address, readonly Transfer[]>
}

/** @param before the index of an earlier moment if no fact of wallets changed since; its rows are not read again */
export function indexWallets(reads: StoreReads, network: NetworkId, examined: ReadonlySet<Address>, before: WalletIndex | null): WalletIndex {
  if (before !== null && reuseSet(before.examined, examined) === before.examined) return before
  const funded = new Map(before?.funded)
  const funding = fundingChain(reads, network, examined, funded)
  const moved = new Map(before?.moved)
  const wallets = new Set([...examined, ...funding.flatMap(({ wallet, funder }) => (funder === null ? [wallet] : [wallet, funder]))])
  readMoved(reads, network, wallets, moved)
  funding.push(...othersFunded(reads, network, funding, moved, funded))
  const sinks = paidByTwo(examined, moved)
  const all = new Set([...wallets, ...sinks])
  readMoved(reads, network, all, moved)
  const nativeTransfers = [...all]
    .flatMap((wallet) => (moved.get(wallet) ?? []).filter(({ from, to }) => to === wallet || (from === wallet && !all.has(to))))
    .sort((x, y) => comparePositions(x.position, y.position))
  const funders = [...new Set(funding.flatMap(({ funder }) => funder ?? []))]
  const activity = reads.activity({ network, addresses: [...new Set([...funders, ...sinks])] })
  const added = [...examined].filter((wallet) => before?.examined.has(wallet) !== true)
  const dollarPayments = readDollars(reads, network, added, before?.dollarPayments ?? [])
  const nativeBalances = new Map([...(before?.nativeBalances ?? [])].filter(([wallet]) => examined.has(wallet)))
  for (const { address, raw } of reads.nativeBalances({ network, addresses: added })) nativeBalances.set(trustedAddress(address), raw)
  return { examined, funding, activity, nativeBalances, nativeTransfers, dollarPayments, funded, moved }
}

/** First funding of the other wallets that the funders paid: the number of wallets a funder started distinguishes a service from a person. */
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

/** Reads the native movements of wallets that have not been read yet. */
function readMoved(reads: StoreReads, network: NetworkId, wallets: ReadonlySet<Address>, moved: Map<Address, readonly Transfer[]>): void {
  const unread = [...wallets].filter((wallet) => !moved.has(wallet))
  const movements = new Map<Address, Transfer[]>()
  for (const movement of reads.nativeTransfers({ network, wallets: unread })) pushTo(movements, movement.to, movement)
  for (const movement of reads.nativePayments({ network, wallets: unread })) pushTo(movements, movement.from, movement)
  for (const wallet of unread) moved.set(wallet, movements.get(wallet) ?? [])
}

/** Adds the payments of newly examined wallets to the known ones; the known list itself if there are none. */
function readDollars(reads: StoreReads, network: NetworkId, wallets: readonly Address[], known: readonly DollarPayment[]): readonly DollarPayment[] {
  const keyOf = ({ tx, from, to, token, raw }: DollarPayment): string => `${tx} ${from} ${to} ${token} ${raw}`
  const keys = new Set(known.map(keyOf))
  const more = reads.dollarPayments({ network, wallets }).filter((row) => !keys.has(keyOf(row)))
  return more.length === 0 ? known : [...known, ...more]
}

/** Receivers that two or more of the wallets paid: possible sinks of their coin. */
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
  const visited = new Set<Address>()
  let frontier: readonly Address[] = [...wallets]
  for (let hop = 0; hop < FUNDING_HOPS && frontier.length > 0; hop++) {
    for (const wallet of frontier) visited.add(wallet)
    readFunded(reads, network, frontier, funded)
    const rows = frontier.flatMap((wallet) => funded.get(wallet) ?? [])
    for (const row of rows) found.set(row.wallet, row)
    frontier = [...new Set(rows.flatMap(({ funder }) => (funder === null || visited.has(funder) ? [] : [funder])))]
  }
  return [...found.values()]
}
