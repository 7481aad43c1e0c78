import { atLeastPpm } from './exact.ts'
import { unsupported, type Launch } from './launch.ts'
import { compareText, pushTo } from './order.ts'
import type { Study } from './study.ts'

/** What became of a sniper's position since the window (contract.md §9). */
export type SniperState = 'held' | 'sold_partially' | 'sold_fully' | 'bought_more'

export interface Sniper {
  readonly address: string
  readonly state: SniperState
  readonly firstBuyTx: string
}

/** Wallets that bought within the first blocks after the first DEX event (engine.md §3), by address. */
export function detectSnipers(study: Study, launch: Launch): Sniper[] {
  if (unsupported(study, 'snipers') || !launch.known) return []
  const { facts, rules } = study
  const last = launch.block + rules.sniper.window_blocks
  const inWindow = study.flows.buys.filter(({ position }) => position.block >= launch.block && position.block <= last)
  const buys = new Map<string, typeof inWindow>()
  for (const buy of inWindow) pushTo(buys, buy.wallet, buy)
  const sold = soldIn(study, launch.block, last)
  const snipers: Sniper[] = []
  for (const [address, bought] of [...buys].sort(([a], [b]) => compareText(a, b))) {
    const first = bought[0]
    const final = bought.at(-1)
    if (first === undefined || final === undefined || address === facts.token.creator || study.isHub(address)) continue
    const gained = bought.reduce((sum, { raw }) => sum + raw, 0n)
    const net = gained - (sold.get(address) ?? 0n)
    if (net <= 0n || !atLeastPpm(net, facts.token.totalSupply, rules.sniper.dust_supply_ppm)) continue
    const baseline = balanceAfter(study, address, final.position.block, final.position.tx) ?? net
    snipers.push({ address, state: stateNow(study.balances.get(address) ?? 0n, baseline, rules.sniper.tolerance), firstBuyTx: first.tx })
  }
  return snipers
}

function soldIn({ facts }: Study, from: number, to: number): Map<string, bigint> {
  const sold = new Map<string, bigint>()
  for (const { tokenIn, signer, position } of facts.trades) {
    if (tokenIn.token !== facts.token.address || position.block < from || position.block > to) continue
    sold.set(signer, (sold.get(signer) ?? 0n) + tokenIn.raw)
  }
  return sold
}

/** Balance right after a transaction, from transfers; null when none of the wallet's are stored or they do not begin at birth. */
function balanceAfter({ flows }: Study, address: string, block: number, tx: number): bigint | null {
  let balance: bigint | null = null
  for (const { from, to, raw, position } of flows.transfers) {
    if (position.block > block || (position.block === block && position.tx > tx)) break
    if (to === address) balance = (balance ?? 0n) + raw
    if (from === address) balance = (balance ?? 0n) - raw
    if (balance !== null && balance < 0n) return null
  }
  return balance
}

function stateNow(now: bigint, baseline: bigint, tolerance: number): SniperState {
  if (now === 0n) return 'sold_fully'
  const change = now > baseline ? now - baseline : baseline - now
  if (change * 1_000_000n < baseline * BigInt(Math.round(tolerance * 1e6))) return 'held'
  return now < baseline ? 'sold_partially' : 'bought_more'
}
