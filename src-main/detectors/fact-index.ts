import { NETWORKS } from '../../src-shared/networks.ts'
import type { Funding } from '../../src-shared/domain/token.ts'
import { updateBalances, type BalanceIndex, type BalanceState } from './balances.ts'
import { groupEqualPayments, reuseGroups } from './hubs/equal-payments.ts'
import type { TokenFacts } from './facts.ts'
import { readFlows, type Flows, type Payment } from './flows/flows.ts'
import type { Swap } from './flows/swaps.ts'
import { minimumTransfers } from './hubs/traffic.ts'
import { findFunnels, type Funnels } from './hubs/funnels.ts'
import { findHubs, type Hubs } from './hubs/hubs.ts'
import { createLabelIndex, type GrowingLabelIndex, type LabelIndex } from './labels/label-index.ts'
import { reuseSet } from './incremental/reuse.ts'
import { IncrementalState } from './incremental/state.ts'
import { indexMoves, type MovesByAddress } from './flows/moves-by-address.ts'
import { lowerBound } from './math/order.ts'
import type { RuleSet } from './rules/rule-set.ts'

/** By wallet, oldest first. */
type PaymentsByWallet = ReadonlyMap<string, readonly Payment[]>

/** Indexes over the facts, which every rule reads. */
export interface FactIndex {
  readonly facts: TokenFacts
  readonly rules: RuleSet
  readonly state: IncrementalState
  readonly flows: Flows
  readonly movesByAddress: MovesByAddress
  readonly labels: LabelIndex
  readonly hubs: Hubs
  readonly balances: BalanceIndex
  /** The `cluster.depth_holders` largest holders, largest first, ties by address. Rules examine these. */
  readonly holders: readonly string[]
  /** The same holders as a set, identical while none enters or leaves. */
  readonly holderSet: ReadonlySet<string>
  readonly isHolder: (address: string) => boolean
  readonly isHub: (address: string) => boolean
  /** Text on why an address is a hub; null for an ordinary wallet. */
  readonly hubReason: (address: string) => string | null
  readonly funding: ReadonlyMap<string, Funding>
  readonly paymentsTo: PaymentsByWallet
  readonly paymentsFrom: PaymentsByWallet
  /** First buy of every wallet that bought. */
  readonly firstBuys: ReadonlyMap<string, Swap>
  /** The creator (docs/detection.md#creator); null if unknown, or if a service created the token for a customer. */
  readonly creator: string | null
  /** By payer, groups of wallets that it paid equal amounts, of which enough bought this token. */
  readonly equalPayments: ReadonlyMap<string, readonly ReadonlySet<string>[]>
  readonly funnels: Funnels
  /** Unix seconds. Older movements do not count, except first funding. */
  readonly since: number
  /** Identical while `since` splits the movements at the same place. */
  readonly lookback: object
  readonly symbol: string
  readonly nativeSymbol: string
  readonly nativeDecimals: number
}

/** @param state from earlier computations of the same token under the same rules; the facts may have changed in any way */
export function indexFacts(facts: TokenFacts, rules: RuleSet, state: IncrementalState = new IncrementalState()): FactIndex {
  const flows = readFlows(facts, rules.tax, state)
  const { payments } = flows
  const firstBuys = state.accumulate('first buys', [], flows.buys, () => new Map<string, Swap>(), addFirst)
  const equalPayments = state.memoize<ReturnType<typeof groupEqualPayments>>('equal paid', [payments, firstBuys], (before) =>
    reuseGroups(before, groupEqualPayments(payments, firstBuys, rules)),
  )
  const { creator, owner } = facts.token
  const lists = state.memoize('lists of labels', [facts.labels, facts.pools, facts.authorities, creator, owner], () => ({}))
  const { labels } = state.memoize<{ labels: GrowingLabelIndex; lists: object }>('labels', [lists, facts.accounts], (before) =>
    before?.lists === lists && before.labels.update(facts.accounts) ? before : { labels: createLabelIndex(facts), lists },
  )
  const paymentsTo = state.memoize<PaymentsByWallet>('payments to wallets', [payments], (before) => groupByWallet(payments, ({ to }) => to, before))
  const paymentsFrom = state.memoize<PaymentsByWallet>('payments from wallets', [payments], (before) =>
    groupByWallet(payments, ({ from }) => from, before),
  )
  const movesByAddress = indexMoves(flows, state, minimumTransfers(rules.hub))
  const funnels = findFunnels({ facts, flows, movesByAddress, paymentsTo, firstBuys, labels, rules, state })
  const traffic = { facts, flows, movesByAddress, paymentsTo, paymentsFrom, labels, equalPayments, funnels, rules, state }
  const { hubs, hubReason, isService } = findHubs(traffic)
  const balances = state.memoize<BalanceState>('balances', [facts.holdings], (before) => updateBalances(facts.holdings, before)).index
  const holders = balances.ranked.slice(0, rules.cluster.depth_holders).map(({ address }) => address)
  const holderSet = state.memoize<ReadonlySet<string>>('holders', [facts.holdings], (before) => reuseSet(before, new Set(holders)))
  const native = NETWORKS[facts.token.network].native
  const since = facts.asOf.time - rules.cluster.lookback_seconds
  return {
    facts,
    rules,
    state,
    creator: creator === null || isService(creator) ? null : creator,
    flows,
    movesByAddress,
    labels,
    hubs,
    hubReason,
    firstBuys,
    equalPayments,
    funnels,
    paymentsTo,
    paymentsFrom,
    holders,
    holderSet,
    balances,
    isHolder: (address) => holderSet.has(address),
    isHub: (address) => hubs.has(address),
    funding: state.memoize('funding', [facts.funding], () => new Map<string, Funding>(facts.funding.map((row) => [row.wallet, row]))),
    since,
    lookback: findLookback(flows, since, state),
    symbol: facts.token.symbol ?? 'tokens',
    nativeSymbol: native.symbol,
    nativeDecimals: native.decimals,
  }
}

function addFirst(first: Map<string, Swap>, buy: Swap): void {
  if (!first.has(buy.wallet)) first.set(buy.wallet, buy)
}

/** Groups payments by wallet. A list without changes keeps its identity. */
function groupByWallet(payments: readonly Payment[], walletOf: (payment: Payment) => string, before: PaymentsByWallet | undefined): PaymentsByWallet {
  const lists = Map.groupBy(payments, walletOf)
  return new Map(
    [...lists].map(([wallet, list]): [string, readonly Payment[]] => {
      const was = before?.get(wallet)
      return [wallet, was?.length === list.length && list.every((payment, i) => payment === was[i]) ? was : list]
    }),
  )
}

interface Lookback {
  readonly since: number
  /** Unix seconds of the oldest movement that still counts. */
  readonly oldest: number
}

function findLookback({ moves, payments }: Flows, since: number, state: IncrementalState): Lookback {
  const moved = state.accumulate('times of moves', [], moves, (): Times => ({ known: [], isSorted: true }), addTime)
  if (!moved.isSorted) moved.known.sort((x, y) => x - y)
  moved.isSorted = true
  const paid = state.memoize('times of payments', [payments], () => Float64Array.from(payments.flatMap(({ time }) => time ?? [])).sort())
  return state.memoize<Lookback>('parting', [moves, payments, since], (before) => {
    const [oldestMoved = Number.POSITIVE_INFINITY, oldestPaid = Number.POSITIVE_INFINITY] = [moved.known, paid].map(
      (times) => times[lowerBound(times, since)],
    )
    const oldest = Math.min(oldestMoved, oldestPaid)
    return before !== undefined && since >= before.since && before.oldest === oldest ? before : { since, oldest }
  })
}

interface Times {
  readonly known: number[]
  /** False once a row is older than its predecessor. */
  isSorted: boolean
}

function addTime(times: Times, { time }: { readonly time: number | null }): void {
  if (time === null) return
  if (time < (times.known.at(-1) ?? time)) times.isSorted = false
  times.known.push(time)
}
