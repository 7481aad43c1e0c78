import { sumRaw } from '../../../src-shared/domain/amount.ts'
import type { Balance } from '../../../src-shared/domain/token.ts'
import { diffBalances } from '../balances.ts'
import type { ClusterFindings } from '../clusters/detect.ts'
import { atLeastShare } from '../math/exact.ts'
import type { Swap } from '../flows/swaps.ts'
import { compareText } from '../../../src-shared/domain/compare.ts'
import type { FactIndex } from '../fact-index.ts'

/** Volume bots: wallets and clusters with high volume and almost no net position (docs/detection.md#labels). */

interface Trader {
  /** In chain order; within a transaction the buys first. */
  readonly swaps: Swap[]
  bought: bigint
  sold: bigint
  /** Number of swaps included in the sums and the wash-trade check. */
  read: number
}

/** Result of the wash-trade check over a wallet's windows, regardless of its balance. */
interface WashTrades {
  readonly trips: boolean
  readonly churns: boolean
}

interface Market {
  readonly traders: Map<string, Trader>
  readonly unread: string[]
  /** Every check of a wallet, with its newly traded volume. */
  readonly checks: { readonly wallet: string; readonly raw: bigint }[]
  /** By wallet. */
  readonly washTrades: Map<string, WashTrades>
  /** Raw units that all wallets bought and sold. */
  volume: bigint
}

export interface VolumeBots {
  /** Sorted. Keeps its identity while the members are the same. */
  readonly wallets: readonly string[]
  /** Their share of the stored volume, 0 to 1, to six decimals; null if no swap is stored. */
  readonly share: number | null
}

export function detectVolumeBots(index: FactIndex, { clusters }: ClusterFindings): VolumeBots {
  const market = readMarket(index)
  const single = findWashTraders(index, market)
  const joint = clusters.flatMap(({ members }) => washMembers(index, market, members))
  const wallets = index.state.memoize<readonly string[]>('volume bots', [single, joint.join()], () =>
    joint.length === 0 ? single : [...new Set([...single, ...joint])].sort(compareText),
  )
  return { wallets, share: volumeShare(index, market, wallets) }
}

interface WashTraders {
  readonly wallets: Set<string>
  /** The same wallets, sorted. */
  ranked: readonly string[]
  /** Number of checks, and the balances, that are already processed. */
  checked: number
  holdings: readonly Balance[]
}

/**
 * Wash traders that are not services and, unless round trips show them, hold little. Only wallets that traded or whose balance changed are
 * re-evaluated.
 */
function findWashTraders({ state, facts, rules, hubs, balances }: FactIndex, market: Market): readonly string[] {
  const little = shareOf(facts.token.totalSupply, rules.volume_bot.held_supply_share)
  const begin = (): WashTraders => ({ wallets: new Set(), ranked: [], checked: 0, holdings: [] })
  const washTraders = state.memoize('wash traders', [market, hubs, little], begin)
  const { wallets, holdings } = washTraders
  const isBot = (wallet: string): boolean => {
    const washTrades = market.washTrades.get(wallet)
    return washTrades !== undefined && (washTrades.trips || (balances.get(wallet) ?? 0n) <= little) && !hubs.has(wallet)
  }
  const { removed, added } = diffBalances(holdings, balances.ranked)
  const touched = [...market.checks.slice(washTraders.checked).map(({ wallet }) => wallet), ...[...removed, ...added].map(({ address }) => address)]
  washTraders.checked = market.checks.length
  washTraders.holdings = balances.ranked
  let changed = false
  for (const wallet of touched) {
    if (isBot(wallet) === wallets.has(wallet)) continue
    changed = true
    if (!wallets.delete(wallet)) wallets.add(wallet)
  }
  if (changed) washTraders.ranked = [...wallets].sort(compareText)
  return washTraders.ranked
}

/** The members of a cluster that traded, if their trades cancel out; else none. */
function washMembers(index: FactIndex, { traders }: Market, members: readonly string[]): readonly string[] {
  const own = members.flatMap((wallet): [string, Trader][] => {
    const trader = traders.get(wallet)
    return trader === undefined ? [] : [[wallet, trader]]
  })
  return own.length >= 2 && isWashCluster(index, own) ? own.map(([wallet]) => wallet) : []
}

function readMarket(index: FactIndex): Market {
  const begin = (): Market => ({ traders: new Map(), unread: [], checks: [], washTrades: new Map(), volume: 0n })
  const market = index.state.accumulate('market', [], index.flows.swaps, begin, addSwap)
  for (const wallet of market.unread) {
    const trader = market.traders.get(wallet)
    if (trader === undefined) continue
    let raw = 0n
    for (; trader.read < trader.swaps.length; trader.read++) {
      const swap = trader.swaps[trader.read] as Swap
      if (swap.isBuy) trader.bought += swap.raw
      else trader.sold += swap.raw
      raw += swap.raw
    }
    market.volume += raw
    market.checks.push({ wallet, raw })
    const { trips, churns } = findWashTrades(index, trader.swaps)
    if (trips || churns) market.washTrades.set(wallet, { trips, churns })
    else market.washTrades.delete(wallet)
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

/** Whether the trades of a window cancel out, as round trips or in total. A window begins with each trade, so no trade before it hides the rest. */
function findWashTrades(index: FactIndex, swaps: readonly Swap[]): WashTrades {
  const { volume_bot: rules } = index.rules
  const times = timesOf(swaps)
  let [trips, churns] = [false, false]
  let [end, bought, sold] = [0, 0n, 0n]
  for (let start = 0; swaps.length - start >= rules.min_trades && !trips; start++) {
    const [time, before] = [times[start] ?? 0, end]
    for (; end < swaps.length && (times[end] ?? 0) - time <= rules.window_seconds; end++) {
      const { isBuy, raw } = swaps[end] as Swap
      if (isBuy) bought += raw
      else sold += raw
    }
    const isWindow = end - start >= rules.min_trades && (start === 0 || times[start - 1] !== time)
    // Round trips of a window are also those of the window before if it ends with the same trade.
    if (isWindow && end > before) trips = countRoundTrips(index, swaps.slice(start, end)) >= rules.min_round_trips
    if (isWindow) churns ||= cancelsOut(index, bought, sold)
    const { isBuy, raw } = swaps[start] as Swap
    if (isBuy) bought -= raw
    else sold -= raw
  }
  return { trips, churns }
}

/** When each swap took place. An unknown time is that of the swap before. */
function timesOf(swaps: readonly Swap[]): Float64Array {
  const times = new Float64Array(swaps.length)
  let known = swaps.find(({ time }) => time !== null)?.time ?? 0
  for (let i = 0; i < swaps.length; i++) times[i] = known = swaps[i]?.time ?? known
  return times
}

/** Buys immediately followed by a sale of about the same value. A profit within one block is a sandwich or arbitrage and does not count. */
function countRoundTrips(index: FactIndex, day: readonly Swap[]): number {
  const { volume_bot: rules } = index.rules
  const longest = rules.round_trip_blocks[index.facts.token.network]
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

function cancelsOut({ rules: { volume_bot: rules } }: FactIndex, bought: bigint, sold: bigint): boolean {
  const total = bought + sold
  const less = bought < sold ? bought : sold
  const net = bought > sold ? bought - sold : sold - bought
  return atLeastShare(2n * less, total, rules.churn) && net <= shareOf(total, rules.net_share)
}

/** A share (0..1, to six decimals) of an amount, rounded down. An integer exceeds the result exactly if it exceeds the share. */
const shareOf = (whole: bigint, share: number): bigint => (whole * BigInt(Math.round(share * 1e6))) / 1_000_000n

/** Whether a cluster's trades cancel out and each member traded many times its balance. */
function isWashCluster({ rules: { volume_bot: rules }, balances }: FactIndex, members: readonly (readonly [string, Trader])[]): boolean {
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

function volumeShare({ state }: FactIndex, market: Market, wallets: readonly string[]): number | null {
  const { traders, checks, volume: all } = market
  const own = state.memoize('volume of bots', [market, wallets], () => ({
    wallets: new Set(wallets),
    raw: sumRaw(wallets.flatMap((wallet) => traders.get(wallet) ?? []).map(({ bought, sold }) => bought + sold)),
    checked: checks.length,
  }))
  for (const { wallet, raw } of checks.slice(own.checked)) if (own.wallets.has(wallet)) own.raw += raw
  own.checked = checks.length
  return all === 0n ? null : Number((own.raw * 1_000_000n) / all) / 1e6
}
