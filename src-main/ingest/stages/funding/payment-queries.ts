import type { Address } from '../../../../src-shared/domain/address.ts'
import { compareBig, compareText } from '../../../../src-shared/domain/compare.ts'
import type { Trade, Transfer } from '../../../../src-shared/domain/events.ts'
import { isPersonal, type AccountKind, type Funding } from '../../../../src-shared/domain/token.ts'
import type { PaymentsQuery } from '../../../chains/adapter.ts'

/**
 * Plans which payments to read, by wallet and period: the day before a first buy, the hour around a token transfer (also in stablecoins), what
 * holders paid later, who backed the creator, whom else a common funder paid, and who paid a wallet that distributed the token. The rules that use
 * them: docs/detection.md#hubs, #clusters, #insiders and #labels. Pure.
 */

const HOUR = 3_600
const DAY = 24 * HOUR
/** Older payments are ignored (docs/detection.md#clusters). */
const LOOKBACK = 180 * DAY
const BEFORE_CREATION = 7 * DAY

/** Limit on the transactions read per query. */
const MAX_TRANSACTIONS = { creator: 200, fundersDay: 150, presale: 200, around: 20, later: 30, onwards: 60 } as const
/** A person does not pay more new wallets than this in a day (docs/detection.md#hubs). */
const FAN_OUT = 50
/** This many receivers of the token may be the buyers of a presale (docs/detection.md#labels). */
const SALE_RECEIVERS = 20
const BEFORE_SALE = 30 * DAY
/** Recipients of a day's payments whose first funder is searched for: twice the number that the rule needs. */
const MAX_RECIPIENTS = 100
/** Only the largest transfers of a distributor are checked. */
const MAX_PAIRS = 200
/** Transfers below this share of the supply are dust and link no wallets (docs/detection.md#clusters). */
const DUST_PPM = 5n

export interface PaymentFacts {
  /** Holders read in detail, largest first, and early buyers. */
  readonly wallets: readonly Address[]
  readonly creator: Address | null
  readonly createdAt: number | null
  readonly supply: bigint
  /** Unix seconds of the block that the job describes. */
  readonly now: number
  readonly token: Address
  readonly fundings: readonly Funding[]
  /** In chain order, as are `transfers`. */
  readonly trades: readonly Trade[]
  readonly transfers: readonly Transfer[]
  readonly kinds: ReadonlyMap<Address, AccountKind>
  readonly hubs: ReadonlySet<string>
  readonly stablecoins: ReadonlySet<Address>
}

/** Each query once, most decisive first. */
export function planPaymentQueries(facts: PaymentFacts): PaymentsQuery[] {
  const planned = new Map<string, PaymentsQuery>()
  const gifts = giftTransfers(facts)
  const queries = [
    ...aroundCreation(facts),
    ...commonFunderDays(facts),
    ...presales(gifts),
    ...counterPayments(gifts, facts.stablecoins),
    ...beforeFirstBuys(facts),
    ...laterPayments(facts),
  ]
  for (const query of queries) {
    const since = Math.max(query.since, facts.now - LOOKBACK)
    const key = paymentQueryKey({ ...query, since })
    if (since <= query.until && !planned.has(key)) planned.set(key, { ...query, since })
  }
  return [...planned.values()]
}

/** Identifies a query in the stored progress of a token, so its form must not change. */
export const paymentQueryKey = ({ wallet, side, since, also }: PaymentsQuery): string =>
  [wallet, side, since, ...(also === undefined ? [] : [also.payee])].join(' ')

/** Payments to the creator since a week before the creation, and payments by the creator before the first trade. */
function aroundCreation({ creator, createdAt, trades, now }: PaymentFacts): PaymentsQuery[] {
  if (creator === null || createdAt === null) return []
  const common = { wallet: creator, since: createdAt - BEFORE_CREATION, least: 0, most: MAX_TRANSACTIONS.creator }
  const launched = trades[0]?.time ?? createdAt
  return [
    { ...common, side: 'received', until: now },
    { ...common, side: 'paid', until: launched },
  ]
}

/** Funders of two or more wallets with the times of these payments, sorted by number of payments, most first. */
export function commonFunders({ fundings, hubs, kinds }: Pick<PaymentFacts, 'fundings' | 'hubs' | 'kinds'>): Map<Address, readonly number[]> {
  const paidAt = fundings.flatMap(({ funder, time }) =>
    funder === null || time === null || hubs.has(funder) || !isPersonal(kinds.get(funder)) ? [] : [{ funder, time }],
  )
  const times = [...Map.groupBy(paidAt, ({ funder }) => funder)].map(([funder, rows]) => [funder, rows.map(({ time }) => time)] as const)
  return new Map(times.filter(([, paid]) => paid.length >= 2).sort(([a, x], [b, y]) => y.length - x.length || compareText(a, b)))
}

/** Payments of common funders on the day on which they funded most of the wallets. */
function commonFunderDays(facts: PaymentFacts): PaymentsQuery[] {
  return [...commonFunders(facts)].map(([wallet, times]) => {
    const since = startOfBusiestDay(times)
    return { wallet, side: 'paid', since, until: since + DAY, least: FAN_OUT + 1, most: MAX_TRANSACTIONS.fundersDay }
  })
}

function startOfBusiestDay(times: readonly number[]): number {
  const sorted = [...times].sort((x, y) => x - y)
  let best = { since: sorted[0] ?? 0, count: 0 }
  let end = 0
  for (const [start, since] of sorted.entries()) {
    while (end < sorted.length && (sorted[end] ?? 0) <= since + DAY) end++
    if (end - start > best.count) best = { since, count: end - start }
  }
  return best.since
}

/** Payments to wallets that gave the token to at least as many receivers as a presale has buyers. */
function presales(gifts: readonly Gift[]): PaymentsQuery[] {
  return [...Map.groupBy(gifts, ({ from }) => from)]
    .map(([wallet, sent]) => ({ wallet, receivers: new Set(sent.map(({ to }) => to)).size, times: sent.map(({ time }) => time) }))
    .filter(({ receivers }) => receivers >= SALE_RECEIVERS)
    .sort((a, b) => b.receivers - a.receivers || compareText(a.wallet, b.wallet))
    .map(({ wallet, times }) => {
      const [first, last] = [times.reduce((x, y) => Math.min(x, y)), times.reduce((x, y) => Math.max(x, y))]
      return { wallet, side: 'received', since: first - BEFORE_SALE, until: last, least: 0, most: MAX_TRANSACTIONS.presale }
    })
}

type Gift = Transfer & { readonly time: number }

/** Transfers above dust between externally owned accounts, outside of trades, to or from one of the wallets. */
function giftTransfers({ transfers, trades, supply, kinds, hubs, wallets }: PaymentFacts): Gift[] {
  const traded = new Set(trades.map(({ tx }) => tx))
  const selected = new Set<Address>(wallets)
  const isOwned = (address: Address): boolean => !hubs.has(address) && isPersonal(kinds.get(address) ?? 'wallet')
  return transfers.filter(
    (move): move is Gift =>
      move.time !== null &&
      move.from !== move.to &&
      !traded.has(move.tx) &&
      (selected.has(move.from) || selected.has(move.to)) &&
      isOwned(move.from) &&
      isOwned(move.to) &&
      !isDust(move.raw, supply),
  )
}

/** Whether the receiver of a gift paid for it within an hour. */
function counterPayments(gifts: readonly Gift[], coins: PaymentFacts['stablecoins']): PaymentsQuery[] {
  return gifts
    .toSorted((x, y) => compareBig(y.raw, x.raw))
    .slice(0, MAX_PAIRS)
    .map(({ from, to, time }) => {
      const also = { payee: from, coins }
      return { wallet: to, side: 'paid', since: time - HOUR, until: time + HOUR, least: 0, most: MAX_TRANSACTIONS.around, also }
    })
}

const isDust = (raw: bigint, supply: bigint): boolean => raw * 1_000_000n < supply * DUST_PPM

/** Payers of a first buy, for wallets that were funded more than a day before it. */
function beforeFirstBuys({ trades, token, wallets, fundings, kinds, hubs }: PaymentFacts): PaymentsQuery[] {
  const firstBuys = new Map<Address, number>()
  for (const { tokenOut, receiver, signer, time } of trades) {
    const buyer = receiver ?? signer
    if (tokenOut.token === token && time !== null && !firstBuys.has(buyer)) firstBuys.set(buyer, time)
  }
  const fundedAt = new Map(fundings.map(({ wallet, funder, time }) => [wallet, funder === null ? null : time]))
  return wallets.flatMap((wallet) => {
    const bought = firstBuys.get(wallet)
    if (bought === undefined || hubs.has(wallet) || !isPersonal(kinds.get(wallet))) return []
    const first = fundedAt.get(wallet) ?? null
    if (first !== null && first >= bought - DAY) return []
    return [{ wallet, side: 'received' as const, since: bought - DAY, until: bought, least: 0, most: MAX_TRANSACTIONS.around }]
  })
}

/** Payments of wallets since they first held the token: proceeds swept to another wallet, deposits at exchanges. */
function laterPayments({ wallets, trades, transfers, now, kinds, hubs }: PaymentFacts): PaymentsQuery[] {
  const firstSeen = new Map<Address, number>()
  const see = (address: Address, time: number | null): void => {
    if (time !== null) firstSeen.set(address, Math.min(firstSeen.get(address) ?? time, time))
  }
  for (const { receiver, signer, time } of trades) see(receiver ?? signer, time)
  for (const { to, time } of transfers) see(to, time)
  return wallets.flatMap((wallet) => {
    const since = firstSeen.get(wallet)
    if (since === undefined || hubs.has(wallet) || !isPersonal(kinds.get(wallet))) return []
    return [{ wallet, side: 'paid' as const, since, until: now, least: 0, most: MAX_TRANSACTIONS.later }]
  })
}

/**
 * Recipients of common funders that paid more recipients in all than a person does, each with the block of its first payment. Whether they
 * were new wallets distinguishes a service from a person.
 */
export function selectRecipients(payments: readonly Transfer[], funders: Iterable<Address>): Map<Address, number> {
  const selected = new Map<Address, number>()
  const sent = Map.groupBy(payments, ({ from }) => from)
  for (const funder of funders) {
    const paid = new Map<Address, number>()
    for (const { to, position } of sent.get(funder) ?? []) paid.set(to, Math.min(paid.get(to) ?? position.block, position.block))
    if (paid.size > FAN_OUT) for (const [wallet, block] of [...paid].slice(0, MAX_RECIPIENTS)) selected.set(wallet, block)
  }
  return selected
}

/** Payments of unknown wallets that two or more of the wallets had paid, as a deposit address pays its exchange. */
export function planOnwardQueries(
  payments: readonly Transfer[],
  { wallets, hubs, kinds, now }: Pick<PaymentFacts, 'wallets' | 'hubs' | 'kinds' | 'now'>,
): PaymentsQuery[] {
  const selected = new Set<Address>(wallets)
  const paid = new Map<Address, Map<Address, number>>()
  for (const { from, to, time } of payments) {
    if (time === null || !selected.has(from) || selected.has(to) || hubs.has(to) || !isPersonal(kinds.get(to))) continue
    const payers = paid.get(to) ?? new Map<Address, number>()
    paid.set(to, payers.set(from, Math.min(payers.get(from) ?? time, time)))
  }
  return [...paid]
    .filter(([, payers]) => payers.size >= 2)
    .sort(([a, x], [b, y]) => y.size - x.size || compareText(a, b))
    .map(([wallet, payers]) => ({
      wallet,
      side: 'paid',
      since: Math.min(...payers.values()),
      until: now,
      least: 0,
      most: MAX_TRANSACTIONS.onwards,
    }))
}
