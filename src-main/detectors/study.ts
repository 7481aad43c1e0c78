import { NETWORKS } from '../../src-shared/networks.ts'
import type { Funding } from '../../src-shared/domain/token.ts'
import { equalPaymentGroups } from './campaigns.ts'
import type { TokenFacts } from './facts.ts'
import { readFlows, type Flows, type Payment } from './flows.ts'
import { findHubs, type Hubs } from './hubs.ts'
import { labelBook, type LabelBook } from './labels.ts'
import { compareBig, compareText, pushTo } from './order.ts'
import type { RuleSet } from './rules.ts'

/** The facts once read through: what every rule looks things up in. */
export interface Study {
  readonly facts: TokenFacts
  readonly rules: RuleSet
  readonly flows: Flows
  readonly labels: LabelBook
  readonly hubs: Hubs
  /** Every balance above zero. */
  readonly balances: ReadonlyMap<string, bigint>
  /** Holders looked at closely, largest first, ties by address. */
  readonly holders: readonly string[]
  readonly isHolder: (address: string) => boolean
  readonly isHub: (address: string) => boolean
  readonly funding: ReadonlyMap<string, Funding>
  readonly paymentsTo: ReadonlyMap<string, readonly Payment[]>
  readonly paymentsFrom: ReadonlyMap<string, readonly Payment[]>
  readonly bought: ReadonlySet<string>
  /** Who made the token; null when not known, or when a service makes tokens for its customers. */
  readonly creator: string | null
  /** Groups of wallets that a payer sent equal amounts and that bought this token. */
  readonly equalPaid: ReadonlyMap<string, readonly ReadonlySet<string>[]>
  /** Older movements do not count, first funding aside. */
  readonly since: number
  readonly symbol: string
  readonly nativeSymbol: string
  readonly nativeDecimals: number
}

export function study(facts: TokenFacts, rules: RuleSet): Study {
  const flows = readFlows(facts)
  const bought = new Set(flows.buys.map((buy) => buy.wallet))
  const equalPaid = equalPaymentGroups(flows.payments, bought, rules.hub)
  const labels = labelBook(facts)
  const hubs = findHubs(facts, flows, labels, equalPaid, rules)
  const ranked = facts.holdings.filter(({ raw }) => raw > 0n).sort((x, y) => compareBig(y.raw, x.raw) || compareText(x.address, y.address))
  const holders = ranked.slice(0, rules.cluster.depth_holders).map(({ address }) => address)
  const holderSet = new Set<string>(holders)
  const paymentsTo = new Map<string, Payment[]>()
  const paymentsFrom = new Map<string, Payment[]>()
  for (const payment of flows.payments) {
    pushTo(paymentsTo, payment.to, payment)
    pushTo(paymentsFrom, payment.from, payment)
  }
  const native = NETWORKS[facts.token.network].native
  const { creator } = facts.token
  return {
    facts,
    rules,
    creator: creator === null || hubs.reason(creator) !== null ? null : creator,
    flows,
    labels,
    hubs,
    bought,
    equalPaid,
    paymentsTo,
    paymentsFrom,
    holders,
    balances: new Map(ranked.map(({ address, raw }) => [address, raw])),
    isHolder: (address) => holderSet.has(address),
    isHub: (address) => hubs.reason(address) !== null,
    funding: new Map(facts.funding.map((row) => [row.wallet, row])),
    since: facts.asOf.time - rules.cluster.lookback_seconds,
    symbol: facts.token.symbol ?? 'tokens',
    nativeSymbol: native.symbol,
    nativeDecimals: native.decimals,
  }
}
