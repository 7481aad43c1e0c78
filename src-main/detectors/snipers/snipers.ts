import { sumRaw } from '../../../src-shared/domain/amount.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { abovePpm } from '../math/exact.ts'
import type { Swap } from '../flows/swaps.ts'
import { isBeforeSwitch, type Launch } from './launch.ts'
import type { OwnedContracts } from './owned-contracts.ts'
import { compareText } from '../../../src-shared/domain/compare.ts'
import { indexOfBlock, sliceBlocks } from '../math/order.ts'
import type { FactIndex } from '../fact-index.ts'

/** Change of a sniper's position since the window (docs/api/records.md#overview). */
export type SniperState = 'held' | 'sold_partially' | 'sold_fully' | 'bought_more'

export interface Sniper {
  readonly address: string
  readonly state: SniperState
  /** Owner of the contract that bought; null if the buyer is not an owned contract. */
  readonly owner: string | null
  readonly firstBuy: Swap
  /** Balance right after the last buy inside the window, raw units. */
  readonly baseline: bigint
  /** Whether one of its buys paid a tip account; null if tips were not read. */
  readonly tipped: boolean | null
}

/** Wallets that bought within the first blocks after the first DEX event (docs/detection.md#snipers), by address. */
export function detectSnipers(index: FactIndex, launch: Launch, contracts: OwnedContracts): Sniper[] {
  if (!launch.known) return []
  const { facts, rules, flows } = index
  const inWindow = sliceBlocks(flows.buys, launch.block, launch.lastBlock).filter(({ position }) => !isBeforeSwitch(index, position))
  const buys = byWallet(inWindow)
  const sells = byWallet(sliceBlocks(flows.sells, launch.block, launch.lastBlock))
  const tipped = facts.tips === null ? null : new Set(facts.tips.map(({ tx }) => tx))
  const snipers: Sniper[] = []
  for (const [address, bought] of [...buys].sort(([a], [b]) => compareText(a, b))) {
    const [firstBuy] = bought
    const last = bought.at(-1)
    const owner = contracts.get(address)?.owner ?? null
    if (firstBuy === undefined || last === undefined || (owner ?? address) === index.creator || (owner === null && index.isHub(address))) continue
    const sold = sells.get(address) ?? []
    const net = sumOf(bought) - sumOf(sold)
    if (net <= 0n || !abovePpm(net, facts.token.totalSupply, rules.sniper.dust_supply_ppm)) continue
    const recorded = balanceAfter(index, address, last)
    const baseline = recorded ?? sumOf(bought) - sumOf(sold.filter((sale) => isBefore(sale, last)))
    const state = compareToBaseline(index.balances.get(address) ?? 0n, baseline, rules.sniper.tolerance)
    snipers.push({
      address,
      state: recorded !== null && isChangedByToken(index, address, last, state) ? 'held' : state,
      owner,
      firstBuy,
      baseline,
      tipped: tipped === null ? null : bought.some(({ tx }) => tipped.has(tx)),
    })
  }
  return snipers
}

const sumOf = (swaps: readonly Swap[]): bigint => sumRaw(swaps.map(({ raw }) => raw))

const isBefore = ({ position: x }: Swap, { position: y }: Swap): boolean => x.block < y.block || (x.block === y.block && x.tx < y.tx)

const byWallet = (swaps: readonly Swap[]): Map<string, Swap[]> => Map.groupBy(swaps, ({ wallet }) => wallet)

/** Balance right after a transaction, from transfers; null if none of the wallet's are stored, or if they do not begin at birth. */
function balanceAfter({ flows }: FactIndex, address: string, { position: { block, tx } }: Swap): bigint | null {
  let balance: bigint | null = null
  for (const { from, to, raw, position } of flows.transfers) {
    if (position.block > block || (position.block === block && position.tx > tx)) break
    if (to === address) balance = (balance ?? 0n) + raw
    if (from === address) balance = (balance ?? 0n) - raw
    if (balance !== null && balance < 0n) return null
  }
  return balance
}

/**
 * Whether the token's code changed the balance, as a rebase, a reflection or a confiscation does: the wallet moved nothing in the direction of the
 * change. False unless all transfers up to now are stored.
 */
function isChangedByToken({ facts, flows: { transfers } }: FactIndex, address: string, { position }: Swap, state: SniperState): boolean {
  if (state === 'held' || !facts.tradesFromBirth || !NETWORKS[facts.token.network].tokenCode) return false
  const side = state === 'bought_more' ? 'to' : 'from'
  for (let i = indexOfBlock(transfers, position.block); i < transfers.length; i++) {
    const row = transfers[i]
    if (row === undefined || row[side] !== address || row.from === row.to) continue
    if (row.position.block > position.block || row.position.tx > position.tx) return false
  }
  return true
}

function compareToBaseline(now: bigint, baseline: bigint, tolerance: number): SniperState {
  if (now === 0n) return 'sold_fully'
  const change = now > baseline ? now - baseline : baseline - now
  if (change * 1_000_000n < baseline * BigInt(Math.round(tolerance * 1e6))) return 'held'
  return now < baseline ? 'sold_partially' : 'bought_more'
}
