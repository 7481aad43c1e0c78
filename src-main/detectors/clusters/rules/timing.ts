import { grouped, shortAddress } from '../../../../src-shared/domain/shown.ts'
import type { BundleGroup } from '../../bundlers/bundlers.ts'
import type { Swap } from '../../flows/swaps.ts'
import { compareText } from '../../../../src-shared/domain/compare.ts'
import { indexOfBlock, sliceBlocks } from '../../math/order.ts'
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
  /** The sales since the first block whose burst later sales can still change, in chain order. */
  readonly open: Swap[]
}

/**
 * Bursts of sells with improbably many sellers: all sells from one block on, for `timing.sync_sell_blocks` more. The list keeps its identity while
 * its content is equal.
 */
export function findSellBursts({ state, flows, hubs, isHub, rules: { timing } }: FactIndex): readonly SellBurst[] {
  const begin = (): SellBursts => ({ rate: createBlockRate(timing.rate_blocks, null), found: [], open: [] })
  const isImprobable = (rate: BlockRate, block: number, burst: SellBurst): boolean => {
    if (burst.length < timing.sync_sell_min_wallets) return false
    const sellers = new Set(burst.map(({ wallet }) => wallet)).size
    return sellers >= timing.sync_sell_min_wallets && poissonTail(sellers, rate.at(block) * (timing.sync_sell_blocks + 1)) < timing.improbable
  }
  /** Adds the burst that begins with a block, unless it is part of the one before. */
  const addBurst = (found: SellBurst[], { rate, open }: SellBursts, block: number): void => {
    const burst = sliceBlocks(open, block, block + timing.sync_sell_blocks)
    if (burst.at(-1) !== found.at(-1)?.at(-1) && isImprobable(rate, block, burst)) found.push(burst)
  }
  const add = (bursts: SellBursts, sale: Swap): void => {
    if (isHub(sale.wallet)) return
    const { rate, open, found } = bursts
    rate.add(sale)
    const isSettled = (block: number): boolean => rate.isSettled(block) && sale.position.block - block > timing.sync_sell_blocks
    for (let block = open[0]?.position.block; block !== undefined && isSettled(block); block = open[0]?.position.block) {
      addBurst(found, bursts, block)
      open.splice(0, indexOfBlock(open, block + 1))
    }
    open.push(sale)
  }
  const bursts = state.accumulate('sell bursts', [hubs], flows.sells, begin, add)
  return state.memoize<readonly SellBurst[]>('improbable sell bursts', [hubs, flows.sells], (before) => {
    const now = [...bursts.found]
    for (const block of new Set(bursts.open.map(({ position }) => position.block))) addBurst(now, bursts, block)
    return before?.length === now.length && now.every((burst, i) => isSameBurst(burst, before[i])) ? before : now
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
