import { areOfWallets, type BuyGroup } from './buy-groups.ts'
import { atLeastShare } from './exact.ts'
import type { Payment } from './flows.ts'
import { compareText, pushTo } from './order.ts'
import type { Study } from './study.ts'
import type { Swap } from './transactions.ts'

/** Buys tied by one payer behind several buyers (engine.md §4 step 5). */

/** The buys that rules look at, in chain order; they only grow at their end. */
export interface Bought {
  readonly buys: readonly Swap[]
  /** Places in `buys`, by buyer. */
  readonly placesOf: ReadonlyMap<string, readonly number[]>
}

/** A wallet that somebody paid. */
interface Buyer {
  readonly payments: readonly Payment[]
  readonly firstFunder: string | null
  /** How many of its buys were looked at. */
  looked: number
  /** Places of the buys that each payer paid for. */
  readonly paidBy: Map<string, number[]>
}

interface Payer {
  readonly buyers: Map<string, readonly number[]>
  /** Null where they are to be made anew. */
  groups: readonly BuyGroup[] | null
  /** Of the first buy it paid for. */
  place: number
}

interface Paid {
  readonly buyers: Map<string, Buyer>
  readonly payers: Map<string, Payer>
  payments: readonly Payment[] | null
  /** How many of all buys were looked at. */
  looked: number
}

/**
 * Buyers of the same stretch of blocks whom one ordinary wallet paid within the set time before they bought, in the order of what
 * each payer first paid for. Only wallets whose payments are others than in the last count, and those that bought since, are looked at.
 *
 * @param bought the very same as long as only buys follow
 */
export function boughtWithOneFunder(study: Study, bought: Bought): BuyGroup[] {
  const { memory, flows, funding, paymentsTo } = study
  const begin = (): Paid => ({ buyers: new Map(), payers: new Map(), payments: null, looked: bought.buys.length })
  const paid = memory.keep('buys of one funder', [bought], begin)
  if (paid.payments !== flows.payments) {
    for (const [wallet, { payments, firstFunder }] of paid.buyers)
      if (paymentsTo.get(wallet) !== payments || firstFunderOf(funding, wallet) !== firstFunder) forget(paid, wallet)
    for (const wallet of paymentsTo.keys()) if (!paid.buyers.has(wallet)) look(study, bought, paid, wallet)
  }
  for (const { wallet } of bought.buys.slice(paid.looked)) look(study, bought, paid, wallet)
  paid.payments = flows.payments
  paid.looked = bought.buys.length
  for (const payer of paid.payers.values()) payer.groups ??= groupsOf(study, bought, payer)
  return [...paid.payers]
    .filter(([, { groups }]) => groups !== null && groups.length > 0)
    .sort(([a, x], [b, y]) => x.place - y.place || compareText(a, b))
    .flatMap(([, { groups }]) => groups ?? [])
}

const firstFunderOf = (funding: Study['funding'], wallet: string): string | null => funding.get(wallet)?.funder ?? null

function forget({ buyers, payers }: Paid, wallet: string): void {
  for (const payer of buyers.get(wallet)?.paidBy.keys() ?? []) {
    const one = payers.get(payer)
    if (one === undefined) continue
    one.buyers.delete(wallet)
    one.groups = null
    if (one.buyers.size === 0) payers.delete(payer)
  }
  buyers.delete(wallet)
}

/** Takes in the buys of a wallet that were not looked at yet. */
function look(study: Study, { buys, placesOf }: Bought, { buyers, payers }: Paid, wallet: string): void {
  const payments = study.paymentsTo.get(wallet)
  if (payments === undefined) return
  const places = placesOf.get(wallet) ?? []
  const buyer = buyers.get(wallet) ?? { payments, firstFunder: firstFunderOf(study.funding, wallet), looked: 0, paidBy: new Map<string, number[]>() }
  buyers.set(wallet, buyer)
  for (const place of places.slice(buyer.looked))
    for (const payer of payersOf(study, buyer, buys[place] as Swap)) {
      pushTo(buyer.paidBy, payer, place)
      const one = payers.get(payer) ?? { buyers: new Map<string, readonly number[]>(), groups: null, place }
      payers.set(payer, one)
      one.buyers.set(wallet, buyer.paidBy.get(payer) ?? [])
      one.groups = null
    }
  buyer.looked = places.length
}

/** Who paid for a buy: the wallet's first coin, or a good part of what the buy cost, since anybody can send less unasked. */
function payersOf({ isHub, rules }: Study, { payments, firstFunder }: Buyer, { wallet, time, native }: Swap): string[] {
  if (time === null) return []
  const paid = new Map<string, bigint>()
  for (const payment of payments) {
    const before = payment.time === null ? null : time - payment.time
    const isNear = before !== null && before >= 0 && before <= rules.bundler.same_funder_seconds
    if (isNear && payment.from !== wallet && !isHub(payment.from)) paid.set(payment.from, (paid.get(payment.from) ?? 0n) + payment.raw)
  }
  const isFunding = ([payer, raw]: readonly [string, bigint]): boolean =>
    payer === firstFunder || (native !== null && atLeastShare(raw, native, rules.funding.before_buy_share))
  return [...paid].filter(isFunding).map(([payer]) => payer)
}

/** Stretches begin where the one before ended. */
function groupsOf({ rules }: Study, { buys }: Bought, payer: Payer): BuyGroup[] {
  const places = Int32Array.from([...payer.buyers.values()].flat()).sort()
  payer.place = places[0] ?? 0
  const stretches: Swap[][] = []
  for (const place of places) {
    const buy = buys[place] as Swap
    const begun = stretches.at(-1)?.[0]
    if (begun !== undefined && buy.position.block - begun.position.block <= rules.bundler.launch_window_blocks) stretches.at(-1)?.push(buy)
    else stretches.push([buy])
  }
  return stretches.filter((stretch) => areOfWallets(2, stretch)).map((stretch): BuyGroup => ({ reason: 'same_funder', buys: stretch }))
}
