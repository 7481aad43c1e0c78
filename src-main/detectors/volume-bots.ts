import { sumRaw } from '../../src-shared/domain/amount.ts'
import type { Balance } from '../../src-shared/domain/token.ts'
import { changesIn } from './balance-book.ts'
import type { ClusterFindings } from './clusters/detect.ts'
import { atLeastShare } from './exact.ts'
import type { Swap } from './transactions.ts'
import { compareText } from './order.ts'
import type { Study } from './study.ts'

/** Wallets that trade with themselves in all but name (engine.md §6): much volume, and nothing of it stays. */

interface Trader {
  /** In chain order; of one transaction the buys first. */
  readonly swaps: Swap[]
  bought: bigint
  sold: bigint
  /** How many of the swaps are in the sums; the days were looked at then. */
  read: number
}

/** What the days of a wallet look like, whatever it holds now. */
interface Circles {
  readonly trips: boolean
  readonly churns: boolean
}

interface Market {
  readonly traders: Map<string, Trader>
  readonly unread: string[]
  /** Every look at the days of a wallet, with the tokens that came to what it bought and sold. */
  readonly looks: { readonly wallet: string; readonly raw: bigint }[]
  /** Those who trade in circles. */
  readonly circles: Map<string, Circles>
  /** Tokens bought and sold by all. */
  volume: bigint
}

export interface VolumeBots {
  /** In order; the very same list where none came or went since the last count. */
  readonly wallets: readonly string[]
  /** Of the stored volume that they made, 0 to 1, in millionths; null when no swap is stored. */
  readonly share: number | null
}

export function volumeBots(study: Study, { clusters }: ClusterFindings): VolumeBots {
  const market = marketOf(study)
  const single = inCircles(study, market)
  const joint = clusters.flatMap(({ members }) => passingAround(study, market, members))
  const wallets = study.memory.keep<readonly string[]>('volume bots', [single, joint.join()], () =>
    joint.length === 0 ? single : [...new Set([...single, ...joint])].sort(compareText),
  )
  return { wallets, share: volumeShare(study, market, wallets) }
}

interface Circling {
  readonly wallets: Set<string>
  /** The same, in order. */
  ranked: readonly string[]
  /** Looks and holdings that are decided on. */
  looked: number
  holdings: readonly Balance[]
}

/** Those who trade in circles and are no services, and hold little where that is what tells; only who traded or holds something else is decided anew. */
function inCircles({ memory, facts, rules, hubs, balances }: Study, market: Market): readonly string[] {
  const little = shareOf(facts.token.totalSupply, rules.volume_bot.held_supply_share)
  const begin = (): Circling => ({ wallets: new Set(), ranked: [], looked: 0, holdings: [] })
  const circling = memory.keep('in circles', [market, hubs, little], begin)
  const { wallets, holdings } = circling
  const isBot = (wallet: string): boolean => {
    const circles = market.circles.get(wallet)
    return circles !== undefined && (circles.trips || (balances.get(wallet) ?? 0n) <= little) && !hubs.has(wallet)
  }
  const { gone, come } = changesIn(holdings, balances.ranked)
  const touched = [...market.looks.slice(circling.looked).map(({ wallet }) => wallet), ...[...gone, ...come].map(({ address }) => address)]
  circling.looked = market.looks.length
  circling.holdings = balances.ranked
  let changed = false
  for (const wallet of touched) {
    if (isBot(wallet) === wallets.has(wallet)) continue
    changed = true
    if (!wallets.delete(wallet)) wallets.add(wallet)
  }
  if (changed) circling.ranked = [...wallets].sort(compareText)
  return circling.ranked
}

/** Members of a cluster that traded, where their trades cancel out; else none. */
function passingAround(study: Study, { traders }: Market, members: readonly string[]): readonly string[] {
  const own = members.flatMap((wallet): [string, Trader][] => {
    const trader = traders.get(wallet)
    return trader === undefined ? [] : [[wallet, trader]]
  })
  return own.length >= 2 && passesAround(study, own) ? own.map(([wallet]) => wallet) : []
}

function marketOf(study: Study): Market {
  const begin = (): Market => ({ traders: new Map(), unread: [], looks: [], circles: new Map(), volume: 0n })
  const market = study.memory.fold('market', [], study.flows.swaps, begin, addSwap)
  for (const wallet of market.unread) {
    const trader = market.traders.get(wallet)
    if (trader === undefined) continue
    const [bought, sold] = [volume(trader.swaps, true, trader.read), volume(trader.swaps, false, trader.read)]
    trader.bought += bought
    trader.sold += sold
    trader.read = trader.swaps.length
    market.volume += bought + sold
    market.looks.push({ wallet, raw: bought + sold })
    const { trips, churns } = circlesOf(study, trader.swaps)
    if (trips || churns) market.circles.set(wallet, { trips, churns })
    else market.circles.delete(wallet)
  }
  market.unread.length = 0
  return market
}

function addSwap({ traders, unread }: Market, swap: Swap): void {
  let trader = traders.get(swap.wallet)
  if (trader === undefined) traders.set(swap.wallet, (trader = { swaps: [], bought: 0n, sold: 0n, read: 0 }))
  if (trader.read === trader.swaps.length) unread.push(swap.wallet)
  trader.swaps.push(swap)
}

/** @param first place of the first swap that counts */
function volume(swaps: readonly Swap[], buys: boolean, first = 0): bigint {
  let sum = 0n
  for (let i = first; i < swaps.length; i++) {
    const swap = swaps[i]
    if (swap?.isBuy === buys) sum += swap.raw
  }
  return sum
}

/** Whether enough trades within a day go there and back: by single round trips, or by what is left of them all. */
function circlesOf(study: Study, swaps: readonly Swap[]): Circles {
  const { volume_bot: rules } = study.rules
  let [trips, churns] = [false, false]
  let start = 0
  for (let end = 0; swaps.length >= rules.min_trades && end < swaps.length && !trips; end++) {
    const last = swaps[end]?.time ?? null
    if (last === null) continue
    while (last - (swaps[start]?.time ?? last) > rules.window_seconds) start++
    const isFull = end === swaps.length - 1 || (swaps[end + 1]?.time ?? last) - (swaps[start]?.time ?? last) > rules.window_seconds
    if (!isFull || end + 1 - start < rules.min_trades) continue
    const day = swaps.slice(start, end + 1)
    trips = roundTrips(study, day) >= rules.min_round_trips
    churns ||= evensOut(study, day)
  }
  return { trips, churns }
}

/** Buys that a sale of about the same value follows at once; those that win inside one block are a sandwich or arbitrage. */
function roundTrips(study: Study, day: readonly Swap[]): number {
  const { volume_bot: rules } = study.rules
  const longest = rules.round_trip_blocks[study.facts.token.network]
  let trips = 0
  for (let i = 0; i + 1 < day.length; i++) {
    const [buy, sale] = [day[i], day[i + 1]]
    if (buy?.isBuy !== true || sale === undefined || sale.isBuy) continue
    const [spent, earned] = [buy.native, sale.native]
    const apart = sale.position.block - buy.position.block
    if (spent === null || earned === null || apart > longest || (apart === 0 && earned > spent)) continue
    const difference = spent > earned ? spent - earned : earned - spent
    if (!atLeastShare(difference, spent, rules.round_trip_difference + rules.fee_allowance)) {
      trips++
      i++
    }
  }
  return trips
}

function evensOut({ rules: { volume_bot: rules } }: Study, day: readonly Swap[]): boolean {
  const [bought, sold] = [volume(day, true), volume(day, false)]
  const total = bought + sold
  const less = bought < sold ? bought : sold
  const net = bought > sold ? bought - sold : sold - bought
  return atLeastShare(2n * less, total, rules.churn) && net <= shareOf(total, rules.net_share)
}

/** A share (0..1, to six decimals) of an amount, rounded down: what exceeds it exceeds the share. */
const shareOf = (whole: bigint, share: number): bigint => (whole * BigInt(Math.round(share * 1e6))) / 1_000_000n

/** A cluster whose trades cancel out while each member trades many times what it holds. */
function passesAround({ rules: { volume_bot: rules }, balances }: Study, members: readonly (readonly [string, Trader])[]): boolean {
  const bought = sumRaw(members.map(([, trader]) => trader.bought))
  const sold = sumRaw(members.map(([, trader]) => trader.sold))
  const trades = members.reduce((sum, [, { swaps }]) => sum + swaps.length, 0)
  const net = bought > sold ? bought - sold : sold - bought
  return (
    trades >= rules.min_trades &&
    !atLeastShare(net, bought + sold, rules.cluster_net_share) &&
    members.every(([wallet, trader]) => trader.bought + trader.sold > BigInt(rules.cluster_volume_times) * (balances.get(wallet) ?? 0n))
  )
}

function volumeShare({ memory }: Study, market: Market, wallets: readonly string[]): number | null {
  const { traders, looks, volume: all } = market
  const own = memory.keep('volume of bots', [market, wallets], () => ({
    wallets: new Set(wallets),
    raw: sumRaw(wallets.flatMap((wallet) => traders.get(wallet) ?? []).map(({ bought, sold }) => bought + sold)),
    looked: looks.length,
  }))
  for (const { wallet, raw } of looks.slice(own.looked)) if (own.wallets.has(wallet)) own.raw += raw
  own.looked = looks.length
  return all === 0n ? null : Number((own.raw * 1_000_000n) / all) / 1e6
}
