import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Trade, Transfer } from '../../../../src-shared/domain/events.ts'
import type { AccountKind, Funding } from '../../../../src-shared/domain/token.ts'
import type { PaymentsQuestion } from '../../../chains/adapter.ts'

/**
 * Stretches of time in which payments say something: the day before a first buy, the hour around a token that changed hands (in
 * dollar coins too), what holders paid since, who backed the creator, whom else a common funder paid, and who paid a wallet that gave the
 * token to many (engine.md §1.3, §2.2, §5.2, §6).
 * Pure: nothing here asks a node or the store.
 */

const HOUR = 3_600
const DAY = 24 * HOUR
/** Older movements count for nothing (engine.md §2.2). */
const LOOKBACK = 180 * DAY
const BEFORE_CREATION = 7 * DAY

/** Most transactions looked through of one stretch. */
const MOST = { creator: 200, customers: 150, sellers: 200, around: 20, later: 30, onwards: 60 } as const
/** More new wallets than this a person does not pay in a day (engine.md §1.3 rule 5). */
const FAN_OUT = 50
/** So many receivers of the token may be buyers of a presale (engine.md §6). */
const SALE_RECEIVERS = 20
const BEFORE_SALE = 30 * DAY
/** Recipients of a day's payments whose first coin is looked for: twice as many as decide. */
const MOST_RECIPIENTS = 100
/** Of a distributor's many small transfers, the largest are looked at. */
const MOST_PAIRS = 200
/** Less is dust, which links nobody (engine.md §2.2). */
const DUST_PPM = 5n

export interface Known {
  /** Holders looked at closely, largest first, and early buyers. */
  readonly wallets: readonly Address[]
  readonly creator: Address | null
  readonly createdAt: number | null
  readonly supply: bigint
  /** Unix seconds of the state that is read. */
  readonly now: number
  readonly token: Address
  readonly fundings: readonly Funding[]
  /** In chain order, as the next two. */
  readonly trades: readonly Trade[]
  readonly transfers: readonly Transfer[]
  readonly kinds: ReadonlyMap<Address, AccountKind>
  readonly hubs: ReadonlySet<string>
  /** Coins that are worth a dollar. */
  readonly dollars: ReadonlySet<Address>
}

/** Each stretch once, those that decide most first. */
export function wantedPayments(known: Known): PaymentsQuestion[] {
  const asked = new Map<string, PaymentsQuestion>()
  const given = gifts(known)
  const wishes = [
    ...aroundCreation(known),
    ...customers(known),
    ...sellers(given),
    ...counterPayments(given, known.dollars),
    ...beforeFirstBuys(known),
    ...later(known),
  ]
  for (const wish of wishes) {
    const since = Math.max(wish.since, known.now - LOOKBACK)
    if (since <= wish.until && !asked.has(keyOf({ ...wish, since }))) asked.set(keyOf({ ...wish, since }), { ...wish, since })
  }
  return [...asked.values()]
}

export const keyOf = ({ wallet, side, since, also }: PaymentsQuestion): string =>
  [wallet, side, since, ...(also === undefined ? [] : [also.payee])].join(' ')

/** Who backed the creator, who gave it what the token brought, and whom it paid before the first trade. */
function aroundCreation({ creator, createdAt, trades, now }: Known): PaymentsQuestion[] {
  if (creator === null || createdAt === null) return []
  const common = { wallet: creator, since: createdAt - BEFORE_CREATION, least: 0, most: MOST.creator }
  const launched = trades[0]?.time ?? createdAt
  return [
    { ...common, side: 'received', until: now },
    { ...common, side: 'paid', until: launched },
  ]
}

/** Funders of two or more wallets: whom they paid on the day on which they paid most of these. */
export function commonFunders({ fundings, hubs, kinds }: Pick<Known, 'fundings' | 'hubs' | 'kinds'>): Map<Address, readonly number[]> {
  const times = new Map<Address, number[]>()
  for (const { funder, time } of fundings) {
    if (funder === null || time === null || hubs.has(funder) || kinds.get(funder) !== 'wallet') continue
    times.set(funder, [...(times.get(funder) ?? []), time])
  }
  return new Map([...times].filter(([, paid]) => paid.length >= 2).sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1)))
}

function customers(known: Known): PaymentsQuestion[] {
  return [...commonFunders(known)].map(([wallet, times]) => {
    const since = startOfBusiestDay(times)
    return { wallet, side: 'paid', since, until: since + DAY, least: FAN_OUT + 1, most: MOST.customers }
  })
}

function startOfBusiestDay(times: readonly number[]): number {
  const sorted = [...times].sort((x, y) => x - y)
  let best = { since: sorted[0] ?? 0, count: 0 }
  for (const since of sorted) {
    const count = sorted.filter((time) => time >= since && time <= since + DAY).length
    if (count > best.count) best = { since, count }
  }
  return best.since
}

/** Wallets that gave the token to as many as a presale has buyers: who paid them before that. */
function sellers(gifts: readonly Gift[]): PaymentsQuestion[] {
  const given = new Map<Address, { readonly to: Set<Address>; first: number; last: number }>()
  for (const { from, to, time } of gifts) {
    const seller = given.get(from) ?? { to: new Set<Address>(), first: time, last: time }
    given.set(from, seller)
    seller.to.add(to)
    seller.first = Math.min(seller.first, time)
    seller.last = Math.max(seller.last, time)
  }
  return [...given]
    .filter(([, { to }]) => to.size >= SALE_RECEIVERS)
    .sort(([a, x], [b, y]) => y.to.size - x.to.size || (a < b ? -1 : 1))
    .map(([wallet, { first, last }]) => ({ wallet, side: 'received', since: first - BEFORE_SALE, until: last, least: 0, most: MOST.sellers }))
}

type Gift = Transfer & { readonly time: number }

/** More than dust that went from person to person outside of trades, to or from a wallet that is looked at. */
function gifts({ transfers, trades, supply, kinds, hubs, wallets }: Known): Gift[] {
  const traded = new Set(trades.map(({ tx }) => tx))
  const close = new Set<Address>(wallets)
  const isPerson = (address: Address): boolean => !hubs.has(address) && (kinds.get(address) ?? 'wallet') === 'wallet'
  return transfers.filter(
    (move): move is Gift =>
      move.time !== null &&
      move.from !== move.to &&
      !traded.has(move.tx) &&
      (close.has(move.from) || close.has(move.to)) &&
      isPerson(move.from) &&
      isPerson(move.to) &&
      !isDust(move.raw, supply),
  )
}

/** Who got the token from another wallet outside of trades: whether it paid for it. */
function counterPayments(gifts: readonly Gift[], coins: Known['dollars']): PaymentsQuestion[] {
  return gifts
    .toSorted((x, y) => (y.raw > x.raw ? 1 : y.raw < x.raw ? -1 : 0))
    .slice(0, MOST_PAIRS)
    .map(({ from, to, time }) => {
      const also = { payee: from, coins }
      return { wallet: to, side: 'paid', since: time - HOUR, until: time + HOUR, least: 0, most: MOST.around, also }
    })
}

const isDust = (raw: bigint, supply: bigint): boolean => raw * 1_000_000n < supply * DUST_PPM

/** Who paid for a first buy, where that was not the wallet's first coin. */
function beforeFirstBuys({ trades, token, wallets, fundings, kinds, hubs }: Known): PaymentsQuestion[] {
  const firsts = new Map<Address, number>()
  for (const { tokenOut, receiver, signer, time } of trades) {
    const buyer = receiver ?? signer
    if (tokenOut.token === token && time !== null && !firsts.has(buyer)) firsts.set(buyer, time)
  }
  const started = new Map(fundings.map(({ wallet, funder, time }) => [wallet, funder === null ? null : time]))
  return wallets.flatMap((wallet) => {
    const bought = firsts.get(wallet)
    if (bought === undefined || hubs.has(wallet) || kinds.get(wallet) !== 'wallet') return []
    const first = started.get(wallet) ?? null
    if (first !== null && first >= bought - DAY) return []
    return [{ wallet, side: 'received' as const, since: bought - DAY, until: bought, least: 0, most: MOST.around }]
  })
}

/** What wallets paid since they first had the token: proceeds swept, deposits at exchanges. */
function later({ wallets, trades, transfers, now, kinds, hubs }: Known): PaymentsQuestion[] {
  const met = new Map<Address, number>()
  const meet = (address: Address | null, time: number | null): void => {
    if (address !== null && time !== null) met.set(address, Math.min(met.get(address) ?? time, time))
  }
  for (const { receiver, signer, time } of trades) meet(receiver ?? signer, time)
  for (const { to, time } of transfers) meet(to, time)
  return wallets.flatMap((wallet) => {
    const since = met.get(wallet)
    if (since === undefined || hubs.has(wallet) || kinds.get(wallet) !== 'wallet') return []
    return [{ wallet, side: 'paid' as const, since, until: now, least: 0, most: MOST.later }]
  })
}

/** Whom common funders paid besides the wallets, where they paid more in all than a person does, with the block of the payment: whether these were new tells a service. */
export function wantedRecipients(payments: readonly Transfer[], funders: Iterable<Address>): Map<Address, number> {
  const wanted = new Map<Address, number>()
  for (const funder of funders) {
    const paid = new Map<Address, number>()
    for (const { from, to, position } of payments) if (from === funder) paid.set(to, Math.min(paid.get(to) ?? position.block, position.block))
    if (paid.size > FAN_OUT) for (const [wallet, block] of [...paid].slice(0, MOST_RECIPIENTS)) wanted.set(wallet, block)
  }
  return wanted
}

/** Strangers whom two or more of the wallets paid: where the coin went from there, as from a deposit address to its exchange. */
export function wantedOnwards(
  payments: readonly Transfer[],
  { wallets, hubs, kinds, now }: Pick<Known, 'wallets' | 'hubs' | 'kinds' | 'now'>,
): PaymentsQuestion[] {
  const close = new Set<Address>(wallets)
  const paid = new Map<Address, Map<Address, number>>()
  for (const { from, to, time } of payments) {
    if (time === null || !close.has(from) || close.has(to) || hubs.has(to) || kinds.get(to) !== 'wallet') continue
    const payers = paid.get(to) ?? new Map<Address, number>()
    paid.set(to, payers.set(from, Math.min(payers.get(from) ?? time, time)))
  }
  return [...paid]
    .filter(([, payers]) => payers.size >= 2)
    .sort(([a, x], [b, y]) => y.size - x.size || (a < b ? -1 : 1))
    .map(([wallet, payers]) => ({ wallet, side: 'paid', since: Math.min(...payers.values()), until: now, least: 0, most: MOST.onwards }))
}
