import { grouped, shortAddress } from '../../../../src-shared/domain/shown.ts'
import type { BundleGroup } from '../../bundlers/bundlers.ts'
import type { Swap } from '../../flows/swaps.ts'
import { compareText } from '../../math/order.ts'
import { poissonTail, createBlockRate, type BlockRate } from '../../flows/block-rate.ts'
import type { FactIndex } from '../../fact-index.ts'
import { countText } from '../../text.ts'
import { evidence, type ClusterRule, type Evidence } from '../evidence.ts'
import { everyPair } from './pairs.ts'

/** Ties by time. They never suffice alone, since unrelated wallets also trade in the same busy blocks (docs/detection.md#clusters). */

/** Bought in one group of a block, with a reason beyond position. */
export const slotGroup: ClusterRule = (index, { groups, bundlers }) => {
  const reasons = new Map(bundlers.map((bundler) => [bundler.address, bundler.reasons.length]))
  return groups
    .filter(({ reason }) => reason === 'same_slot_group')
    .flatMap((group) => {
      const wallets = group.wallets.filter((wallet) => index.isHolder(wallet) && (reasons.get(wallet) ?? 0) > 1)
      return everyPair(wallets).map(([wallet, other]) => slotPair(index, group, wallet, other))
    })
}

function slotPair(index: FactIndex, { block, wallets, txs }: BundleGroup, wallet: string, other: string): Evidence {
  return evidence({
    rule: 'same_slot_group',
    family: 'timing',
    between: [wallet, other],
    around: `block ${block}`,
    txs,
    weight: index.rules.timing.same_slot_group,
    value: `${countText(wallets.length, 'wallet')} next to each other in block ${grouped(block)}`,
    threshold: 'adjacent places, improbable at the token’s rate, and another reason besides',
    sentence: `${shortAddress(wallet)} and ${shortAddress(other)} bought ${index.symbol} in one bundle of block ${grouped(block)}.`,
  })
}

/** Sold within the same few blocks, by an improbable number of sellers. */
export const synchronousSells: ClusterRule = (index) => {
  const found: Evidence[] = []
  for (const moment of findSellBursts(index)) {
    const wallets = [...new Set(moment.map(({ wallet }) => wallet))]
    const holders = wallets.filter((wallet) => index.isHolder(wallet)).sort(compareText)
    holders.forEach((wallet, i) => {
      for (const other of holders.slice(i + 1, i + 3)) found.push(soldTogether(index, moment, wallet, other, wallets.length))
    })
  }
  return found
}

type SellBurst = readonly Swap[]

interface SellBursts {
  readonly rate: BlockRate
  /** Improbable bursts that no later sale can change. */
  readonly found: SellBurst[]
  /** Bursts whose probability later sales can still change, oldest first. */
  readonly open: Swap[][]
}

/** Bursts of sells with improbably many sellers. The list keeps its identity while its content is equal. */
export function findSellBursts({ state, flows, hubs, isHub, rules: { timing } }: FactIndex): readonly SellBurst[] {
  const begin = (): SellBursts => ({ rate: createBlockRate(timing.rate_blocks, null), found: [], open: [] })
  const isImprobable = ({ rate }: SellBursts, moment: SellBurst): boolean => {
    const sellers = new Set(moment.map(({ wallet }) => wallet)).size
    const expected = rate.at(moment[0]?.position.block ?? 0) * (timing.sync_sell_blocks + 1)
    return sellers >= timing.sync_sell_min_wallets && poissonTail(sellers, expected) < timing.improbable
  }
  /** A burst begins with the first sell after the previous burst and lasts at most `timing.sync_sell_blocks`. */
  const add = (state: SellBursts, sale: Swap): void => {
    if (isHub(sale.wallet)) return
    const { rate, open, found } = state
    rate.add(sale)
    const begun = open.at(-1)?.[0]
    if (begun !== undefined && sale.position.block - begun.position.block <= timing.sync_sell_blocks) open.at(-1)?.push(sale)
    else open.push([sale])
    for (let oldest = open[0]; open.length > 1 && rate.isSettled(oldest?.[0]?.position.block ?? 0); oldest = open[0])
      found.push(...[open.shift() ?? []].filter((moment) => isImprobable(state, moment)))
  }
  const moments = state.accumulate('moments', [hubs], flows.sells, begin, add)
  return state.memoize<readonly SellBurst[]>('improbable moments', [hubs, flows.sells], (before) => {
    const now = [...moments.found, ...moments.open.filter((moment) => isImprobable(moments, moment)).map((moment) => [...moment])]
    return before?.length === now.length && now.every((moment, i) => isSameBurst(moment, before[i])) ? before : now
  })
}

const isSameBurst = (x: SellBurst, y: SellBurst | undefined): boolean => x.length === y?.length && x.every((sale, i) => sale === y[i])

function soldTogether(index: FactIndex, moment: readonly Swap[], wallet: string, other: string, sellers: number): Evidence {
  const { timing } = index.rules
  const block = moment[0]?.position.block ?? 0
  return evidence({
    rule: 'sync_sell',
    family: 'timing',
    between: [wallet, other],
    around: `block ${block}`,
    txs: moment.filter((sale) => sale.wallet === wallet || sale.wallet === other).map(({ tx }) => tx),
    weight: timing.sync_sell,
    value: `${countText(sellers, 'seller')} from block ${grouped(block)} on`,
    threshold: `at least ${timing.sync_sell_min_wallets} within ${timing.sync_sell_blocks} blocks, chance below ${timing.improbable}`,
    sentence: `${shortAddress(wallet)} and ${shortAddress(other)} sold ${index.symbol} at the same moment.`,
  })
}
