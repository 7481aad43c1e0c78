import { sumRaw } from '../../src-shared/domain/amount.ts'
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
  /** Those who trade in circles. */
  readonly circles: Map<string, Circles>
  /** Tokens bought and sold by all. */
  volume: bigint
}

/** Addresses, in order. */
export function volumeBots(study: Study, { clusters }: ClusterFindings): string[] {
  const { traders, circles } = marketOf(study)
  const found = new Set<string>()
  const little = shareOf(study.facts.token.totalSupply, study.rules.volume_bot.held_supply_share)
  const holdsLittle = (wallet: string): boolean => (study.balances.get(wallet) ?? 0n) <= little
  for (const [wallet, { trips }] of circles) if (!study.isHub(wallet) && (trips || holdsLittle(wallet))) found.add(wallet)
  for (const { members } of clusters) {
    const own = members.flatMap((wallet): [string, Trader][] => {
      const trader = traders.get(wallet)
      return trader === undefined ? [] : [[wallet, trader]]
    })
    if (own.length >= 2 && passesAround(study, own)) for (const [wallet] of own) found.add(wallet)
  }
  return [...found].sort(compareText)
}

function marketOf(study: Study): Market {
  const begin = (): Market => ({ traders: new Map(), unread: [], circles: new Map(), volume: 0n })
  const market = study.memory.fold('market', [], study.flows.swaps, begin, addSwap)
  for (const wallet of market.unread) {
    const trader = market.traders.get(wallet)
    if (trader === undefined) continue
    const [bought, sold] = [volume(trader.swaps, true, trader.read), volume(trader.swaps, false, trader.read)]
    trader.bought += bought
    trader.sold += sold
    trader.read = trader.swaps.length
    market.volume += bought + sold
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

/** Share of the stored volume that some wallets made, 0 to 1, in millionths; null when no swap is stored. */
export function volumeShare(study: Study, wallets: readonly string[]): number | null {
  const { traders, volume: all } = marketOf(study)
  const theirs = wallets.map((wallet) => traders.get(wallet)).reduce((sum, trader) => sum + (trader?.bought ?? 0n) + (trader?.sold ?? 0n), 0n)
  return all === 0n ? null : Number((theirs * 1_000_000n) / all) / 1e6
}
