import { hasWallets, type BuyGroup } from './buy-groups.ts'
import { atLeastShare } from '../math/exact.ts'
import { damping, fanOut } from '../flows/fan-out.ts'
import type { Payment } from '../flows/flows.ts'
import { compareText } from '../../../src-shared/domain/compare.ts'
import { pushTo } from '../math/order.ts'
import type { FactIndex } from '../fact-index.ts'
import type { Swap } from '../flows/swaps.ts'

/** Buys tied by one payer behind several buyers (docs/detection.md#bundlers). */

/** The buys that rules examine, in chain order. Append-only. */
export interface Bought {
  readonly buys: readonly Swap[]
  /** Indexes in `buys`, by buyer. */
  readonly buyIndexesOf: ReadonlyMap<string, readonly number[]>
}

/** A wallet that received payments. */
interface Buyer {
  readonly payments: readonly Payment[]
  readonly firstFunder: string | null
  /** Number of its buys already checked. */
  checked: number
  /** Indexes of the buys that each payer paid for. */
  readonly paidBy: Map<string, number[]>
}

interface Payer {
  readonly buyers: Map<string, readonly number[]>
  /** Null if they must be recomputed. */
  groups: readonly BuyGroup[] | null
  /** Index of the first buy it paid for. */
  buyIndex: number
}

interface FunderState {
  readonly buyers: Map<string, Buyer>
  readonly payers: Map<string, Payer>
  payments: readonly Payment[] | null
  /** Number of buys already checked. */
  checked: number
}

/**
 * Buyers, each within `bundler.launch_window_blocks` of the next, that one ordinary wallet paid before they bought, ordered by each payer's first
 * paid buy. Only wallets with changed payments or new buys since the last computation are checked.
 *
 * @param bought identical while buys are only appended
 */
export function findSameFunder(index: FactIndex, bought: Bought): BuyGroup[] {
  const { state, flows, funding, paymentsTo } = index
  const begin = (): FunderState => ({ buyers: new Map(), payers: new Map(), payments: null, checked: bought.buys.length })
  const paid = state.memoize('buys of one funder', [bought], begin)
  if (paid.payments !== flows.payments) {
    for (const [wallet, { payments, firstFunder }] of paid.buyers)
      if (paymentsTo.get(wallet) !== payments || firstFunderOf(funding, wallet) !== firstFunder) removeWallet(paid, wallet)
    for (const wallet of paymentsTo.keys()) if (!paid.buyers.has(wallet)) checkWallet(index, bought, paid, wallet)
  }
  for (const { wallet } of bought.buys.slice(paid.checked)) checkWallet(index, bought, paid, wallet)
  paid.payments = flows.payments
  paid.checked = bought.buys.length
  for (const payer of paid.payers.values()) payer.groups ??= groupPayer(index, bought, payer)
  return [...paid.payers]
    .filter(([, { groups }]) => groups !== null && groups.length > 0)
    .sort(([a, x], [b, y]) => x.buyIndex - y.buyIndex || compareText(a, b))
    .flatMap(([payer, { groups }]) => tiedBy(index, payer, groups ?? []))
}

/** The groups of a payer that starts few wallets. Of one that starts many, as an exchange does, only wallets that it paid equal amounts. */
function tiedBy(index: FactIndex, payer: string, groups: readonly BuyGroup[]): readonly BuyGroup[] {
  const { funding, cluster } = index.rules
  if (funding.shared_24h * damping(fanOut(index)(payer), funding.shared_undamped_fan_out) >= cluster.accept) return groups
  const equal = index.equalPayments.get(payer) ?? []
  return equal
    .flatMap((wallets) => groups.map((group) => ({ ...group, buys: group.buys.filter(({ wallet }) => wallets.has(wallet)) })))
    .filter(({ buys }) => hasWallets(2, buys))
}

const firstFunderOf = (funding: FactIndex['funding'], wallet: string): string | null => funding.get(wallet)?.funder ?? null

function removeWallet({ buyers, payers }: FunderState, wallet: string): void {
  for (const payer of buyers.get(wallet)?.paidBy.keys() ?? []) {
    const one = payers.get(payer)
    if (one === undefined) continue
    one.buyers.delete(wallet)
    one.groups = null
    if (one.buyers.size === 0) payers.delete(payer)
  }
  buyers.delete(wallet)
}

/** Adds the unchecked buys of a wallet. */
function checkWallet(index: FactIndex, { buys, buyIndexesOf }: Bought, { buyers, payers }: FunderState, wallet: string): void {
  const payments = index.paymentsTo.get(wallet)
  if (payments === undefined) return
  const buyIndexes = buyIndexesOf.get(wallet) ?? []
  const buyer = buyers.get(wallet) ?? { payments, firstFunder: firstFunderOf(index.funding, wallet), checked: 0, paidBy: new Map<string, number[]>() }
  buyers.set(wallet, buyer)
  for (const buyIndex of buyIndexes.slice(buyer.checked))
    for (const payer of payersOf(index, buyer, buys[buyIndex] as Swap)) {
      pushTo(buyer.paidBy, payer, buyIndex)
      const one = payers.get(payer) ?? { buyers: new Map<string, readonly number[]>(), groups: null, buyIndex }
      payers.set(payer, one)
      one.buyers.set(wallet, buyer.paidBy.get(payer) ?? [])
      one.groups = null
    }
  buyer.checked = buyIndexes.length
}

/**
 * Payers of a buy: the wallet's first funder within `bundler.same_first_funder_seconds`, or a wallet that paid at least `funding.before_buy_share`
 * of the spend within `bundler.same_funder_seconds`. Smaller amounts can be sent unasked, and an old wallet has other coin to spend.
 */
function payersOf({ isHub, rules }: FactIndex, { payments, firstFunder }: Buyer, { wallet, time, native }: Swap): string[] {
  if (time === null) return []
  const { same_funder_seconds: seconds, same_first_funder_seconds: firstSeconds } = rules.bundler
  const paid = new Map<string, bigint>()
  for (const payment of payments) {
    const before = payment.time === null ? null : time - payment.time
    const isNear = before !== null && before >= 0 && before <= (payment.from === firstFunder ? firstSeconds : seconds)
    if (isNear && payment.from !== wallet && !isHub(payment.from)) paid.set(payment.from, (paid.get(payment.from) ?? 0n) + payment.raw)
  }
  const isFunding = ([payer, raw]: readonly [string, bigint]): boolean =>
    payer === firstFunder || (native !== null && atLeastShare(raw, native, rules.funding.before_buy_share))
  return [...paid].filter(isFunding).map(([payer]) => payer)
}

/** A group ends before a gap of more than `bundler.launch_window_blocks`. */
function groupPayer({ rules }: FactIndex, { buys }: Bought, payer: Payer): BuyGroup[] {
  const buyIndexes = Int32Array.from([...payer.buyers.values()].flat()).sort()
  payer.buyIndex = buyIndexes[0] ?? 0
  const groups: Swap[][] = []
  for (const buyIndex of buyIndexes) {
    const buy = buys[buyIndex] as Swap
    const last = groups.at(-1)?.at(-1)
    if (last !== undefined && buy.position.block - last.position.block <= rules.bundler.launch_window_blocks) groups.at(-1)?.push(buy)
    else groups.push([buy])
  }
  return groups.filter((group) => hasWallets(2, group)).map((group): BuyGroup => ({ reason: 'same_funder', buys: group }))
}
