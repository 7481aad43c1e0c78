import type { ClusterFindings } from './clusters/detect.ts'
import { atLeastShare } from './exact.ts'
import type { Swap } from './flows.ts'
import { compareText, pushTo } from './order.ts'
import type { Study } from './study.ts'

/** Wallets that trade with themselves in all but name (engine.md §6): much volume, and nothing of it stays. */

/** Addresses, in order. */
export function volumeBots(study: Study, { clusters }: ClusterFindings): string[] {
  const traders = tradings(study)
  const found = new Set<string>()
  for (const [wallet, trading] of traders) if (!study.isHub(wallet) && tradesInCircles(study, wallet, trading)) found.add(wallet)
  for (const { members } of clusters) {
    const own = members.flatMap((wallet): [string, readonly Swap[]][] => {
      const trading = traders.get(wallet)
      return trading === undefined ? [] : [[wallet, trading]]
    })
    if (own.length >= 2 && passesAround(study, own)) for (const [wallet] of own) found.add(wallet)
  }
  return [...found].sort(compareText)
}

/** Swaps of each wallet in chain order; of one transaction the buy first. */
function tradings({ flows: { buys, sells } }: Study): Map<string, Swap[]> {
  const found = new Map<string, Swap[]>()
  let next = 0
  for (const buy of buys) {
    for (let sale = sells[next]; sale !== undefined && inChainOrder(sale, buy) < 0; sale = sells[++next]) pushTo(found, sale.wallet, sale)
    pushTo(found, buy.wallet, buy)
  }
  for (const sale of sells.slice(next)) pushTo(found, sale.wallet, sale)
  return found
}

function inChainOrder({ position: x, tx: a }: Swap, { position: y, tx: b }: Swap): number {
  return x.block - y.block || x.tx - y.tx || compareText(a, b)
}

function volume(swaps: readonly Swap[], buys: boolean): bigint {
  let sum = 0n
  for (const { raw, isBuy } of swaps) if (isBuy === buys) sum += raw
  return sum
}

/** Enough trades within a day that go there and back: by single round trips, or by what is left of them all. */
function tradesInCircles(study: Study, wallet: string, swaps: readonly Swap[]): boolean {
  const { volume_bot: rules } = study.rules
  if (swaps.length < rules.min_trades) return false
  let start = 0
  for (let end = 0; end < swaps.length; end++) {
    const last = swaps[end]?.time ?? null
    if (last === null) continue
    while (last - (swaps[start]?.time ?? last) > rules.window_seconds) start++
    const isFull = end === swaps.length - 1 || (swaps[end + 1]?.time ?? last) - (swaps[start]?.time ?? last) > rules.window_seconds
    if (!isFull || end + 1 - start < rules.min_trades) continue
    const day = swaps.slice(start, end + 1)
    if (roundTrips(study, day) >= rules.min_round_trips || churns(study, wallet, day)) return true
  }
  return false
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

function churns({ rules: { volume_bot: rules }, facts, balances }: Study, wallet: string, day: readonly Swap[]): boolean {
  const [bought, sold] = [volume(day, true), volume(day, false)]
  const total = bought + sold
  const less = bought < sold ? bought : sold
  const net = bought > sold ? bought - sold : sold - bought
  const held = balances.get(wallet) ?? 0n
  return (
    atLeastShare(2n * less, total, rules.churn) &&
    !exceeds(net, total, rules.net_share) &&
    !exceeds(held, facts.token.totalSupply, rules.held_supply_share)
  )
}

const exceeds = (part: bigint, whole: bigint, share: number): boolean => part * 1_000_000n > whole * BigInt(Math.round(share * 1e6))

/** A cluster whose trades cancel out while each member trades many times what it holds. */
function passesAround({ rules: { volume_bot: rules }, balances }: Study, members: readonly (readonly [string, readonly Swap[]])[]): boolean {
  const bought = members.reduce((sum, [, swaps]) => sum + volume(swaps, true), 0n)
  const sold = members.reduce((sum, [, swaps]) => sum + volume(swaps, false), 0n)
  const trades = members.reduce((sum, [, swaps]) => sum + swaps.length, 0)
  const net = bought > sold ? bought - sold : sold - bought
  return (
    trades >= rules.min_trades &&
    !atLeastShare(net, bought + sold, rules.cluster_net_share) &&
    members.every(([wallet, swaps]) => volume(swaps, true) + volume(swaps, false) > BigInt(rules.cluster_volume_times) * (balances.get(wallet) ?? 0n))
  )
}

/** Share of the stored volume that some wallets made, 0 to 1, in millionths; null when no swap is stored. */
export function volumeShare({ flows }: Study, wallets: readonly string[]): number | null {
  const own = new Set(wallets)
  let all = 0n
  let theirs = 0n
  for (const swaps of [flows.buys, flows.sells])
    for (const { wallet, raw } of swaps) {
      all += raw
      if (own.has(wallet)) theirs += raw
    }
  return all === 0n ? null : Number((theirs * 1_000_000n) / all) / 1e6
}
