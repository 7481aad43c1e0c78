import { NETWORKS } from '../../src-shared/networks.ts'
import type { Funding } from '../../src-shared/domain/token.ts'
import { balanceBook, type BalanceBook } from './balance-book.ts'
import { equalPaymentGroups, steadyGroups } from './campaigns.ts'
import type { TokenFacts } from './facts.ts'
import { readFlows, type Flows, type Payment } from './flows.ts'
import type { Swap } from './transactions.ts'
import { fewestThatMatter } from './busy.ts'
import { findHubs, type Hubs } from './hubs.ts'
import { labelBook, type LabelBook } from './labels.ts'
import { createMemory, steadySet, type Memory } from './memory.ts'
import { movesByAddress, type MovesByAddress } from './moves-of.ts'
import { firstAtLeast, pushTo } from './order.ts'
import type { RuleSet } from './rules.ts'

/** By wallet, oldest first. */
type PaymentsOf = ReadonlyMap<string, readonly Payment[]>

/** The facts once read through: what every rule looks things up in. */
export interface Study {
  readonly facts: TokenFacts
  readonly rules: RuleSet
  readonly memory: Memory
  readonly flows: Flows
  readonly movesOf: MovesByAddress
  readonly labels: LabelBook
  readonly hubs: Hubs
  readonly balances: BalanceBook
  /** Holders looked at closely, largest first, ties by address. */
  readonly holders: readonly string[]
  /** The same holders, whatever their order. */
  readonly holderSet: ReadonlySet<string>
  readonly isHolder: (address: string) => boolean
  readonly isHub: (address: string) => boolean
  /** Why an address is a hub, in words; null for an ordinary wallet. */
  readonly hubReason: (address: string) => string | null
  readonly funding: ReadonlyMap<string, Funding>
  readonly paymentsTo: PaymentsOf
  readonly paymentsFrom: PaymentsOf
  /** First buy of every wallet that bought. */
  readonly firstBuys: ReadonlyMap<string, Swap>
  /** Who made the token; null when not known, or when a service makes tokens for its customers. */
  readonly creator: string | null
  /** Groups of wallets that a payer sent equal amounts and that bought this token. */
  readonly equalPaid: ReadonlyMap<string, readonly ReadonlySet<string>[]>
  /** Older movements do not count, first funding aside. */
  readonly since: number
  /** The same as long as `since` parts the movements in the same way. */
  readonly parted: object
  readonly symbol: string
  readonly nativeSymbol: string
  readonly nativeDecimals: number
}

/** @param memory what earlier counts of the same token under the same rules left; facts may differ from theirs in any way */
export function study(facts: TokenFacts, rules: RuleSet, memory: Memory = createMemory()): Study {
  const flows = readFlows(facts, memory)
  const { payments } = flows
  const firstBuys = memory.fold('first buys', [], flows.buys, () => new Map<string, Swap>(), addFirst)
  const equalPaid = memory.keep<ReturnType<typeof equalPaymentGroups>>('equal paid', [payments, firstBuys], (before) =>
    steadyGroups(before, equalPaymentGroups(payments, firstBuys, rules.hub)),
  )
  const { creator, owner } = facts.token
  const lists = memory.keep('lists of labels', [facts.labels, facts.pools, facts.authorities, creator, owner], () => ({}))
  const { labels } = memory.keep<{ labels: LabelBook; lists: object }>('labels', [lists, facts.accounts], (before) => ({
    labels: labelBook(facts, before?.lists === lists ? before.labels : undefined),
    lists,
  }))
  const paymentsTo = memory.keep<PaymentsOf>('payments to wallets', [payments], (before) => byWallet(payments, ({ to }) => to, before))
  const paymentsFrom = memory.keep<PaymentsOf>('payments from wallets', [payments], (before) => byWallet(payments, ({ from }) => from, before))
  const movesOf = movesByAddress(flows, memory, fewestThatMatter(rules.hub))
  const traffic = { facts, flows, movesOf, paymentsTo, paymentsFrom, labels, equalPaid, rules, memory }
  const { hubs, hubReason, isService } = findHubs(traffic)
  const balances = memory.keep<BalanceBook>('balances', [facts.holdings], (before) => balanceBook(facts.holdings, before))
  const holders = balances.ranked.slice(0, rules.cluster.depth_holders).map(({ address }) => address)
  const holderSet = memory.keep<ReadonlySet<string>>('holders', [facts.holdings], (before) => steadySet(before, new Set(holders)))
  const native = NETWORKS[facts.token.network].native
  const since = facts.asOf.time - rules.cluster.lookback_seconds
  return {
    facts,
    rules,
    memory,
    creator: creator === null || isService(creator) ? null : creator,
    flows,
    movesOf,
    labels,
    hubs,
    hubReason,
    firstBuys,
    equalPaid,
    paymentsTo,
    paymentsFrom,
    holders,
    holderSet,
    balances,
    isHolder: (address) => holderSet.has(address),
    isHub: (address) => hubs.has(address),
    funding: memory.keep('funding', [facts.funding], () => new Map<string, Funding>(facts.funding.map((row) => [row.wallet, row]))),
    since,
    parted: partedAt(flows, since, memory),
    symbol: facts.token.symbol ?? 'tokens',
    nativeSymbol: native.symbol,
    nativeDecimals: native.decimals,
  }
}

function addFirst(first: Map<string, Swap>, buy: Swap): void {
  if (!first.has(buy.wallet)) first.set(buy.wallet, buy)
}

/** A wallet whose payments are those it had before has the very same list of them. */
function byWallet(payments: readonly Payment[], walletOf: (payment: Payment) => string, before: PaymentsOf | undefined): PaymentsOf {
  const lists = new Map<string, Payment[]>()
  for (const payment of payments) pushTo(lists, walletOf(payment), payment)
  return new Map(
    [...lists].map(([wallet, list]): [string, readonly Payment[]] => {
      const was = before?.get(wallet)
      return [wallet, was?.length === list.length && list.every((payment, i) => payment === was[i]) ? was : list]
    }),
  )
}

interface Parting {
  readonly since: number
  /** Time of the oldest movement that still counts. */
  readonly oldest: number
}

function partedAt({ moves, payments }: Flows, since: number, memory: Memory): Parting {
  const moved = memory.fold('times of moves', [], moves, (): Times => ({ known: [], isSorted: true }), addTime)
  if (!moved.isSorted) moved.known.sort((x, y) => x - y)
  moved.isSorted = true
  const paid = memory.keep('times of payments', [payments], () => Float64Array.from(payments.flatMap(({ time }) => time ?? [])).sort())
  return memory.keep<Parting>('parting', [moves, payments, since], (before) => {
    const [oldestMoved = Number.POSITIVE_INFINITY, oldestPaid = Number.POSITIVE_INFINITY] = [moved.known, paid].map(
      (times) => times[firstAtLeast(times, since)],
    )
    const oldest = Math.min(oldestMoved, oldestPaid)
    return before !== undefined && since >= before.since && before.oldest === oldest ? before : { since, oldest }
  })
}

interface Times {
  readonly known: number[]
  /** False only where a row came whose time is before that of an earlier one. */
  isSorted: boolean
}

function addTime(times: Times, { time }: { readonly time: number | null }): void {
  if (time === null) return
  if (time < (times.known.at(-1) ?? time)) times.isSorted = false
  times.known.push(time)
}
