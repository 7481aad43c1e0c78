import { grouped, shortAddress } from '../../../src-shared/domain/shown.ts'
import type { BundleGroup } from '../bundlers.ts'
import type { Swap } from '../transactions.ts'
import { compareText } from '../order.ts'
import { atLeastThisMany, createBlockRate, type BlockRate } from '../rate.ts'
import type { Study } from '../study.ts'
import { countText } from '../wording.ts'
import { evidence, type ClusterRule, type Evidence } from './evidence.ts'

/** Ties by time: never enough alone, since strangers meet in busy moments (engine.md §2.2 step 3). */

/** Bought in one group of a block that stands for more reasons than its place. */
export const slotGroup: ClusterRule = (study, { groups, bundlers }) => {
  const reasons = new Map(bundlers.map((bundler) => [bundler.address, bundler.reasons.length]))
  return groups
    .filter(({ reason }) => reason === 'same_slot_group')
    .flatMap((group) => {
      const wallets = group.wallets.filter((wallet) => study.isHolder(wallet) && (reasons.get(wallet) ?? 0) > 1)
      return wallets.flatMap((wallet, i) => wallets.slice(i + 1, i + 3).map((other) => slotPair(study, group, wallet, other)))
    })
}

function slotPair(study: Study, { block, wallets, txs }: BundleGroup, wallet: string, other: string): Evidence {
  return evidence({
    rule: 'same_slot_group',
    family: 'timing',
    between: [wallet, other],
    around: `block ${block}`,
    txs,
    weight: study.rules.timing.same_slot_group,
    value: `${countText(wallets.length, 'wallet')} next to each other in block ${grouped(block)}`,
    threshold: 'adjacent places, improbable at the token’s rate, and another reason besides',
    sentence: `${shortAddress(wallet)} and ${shortAddress(other)} bought ${study.symbol} in one bundle of block ${grouped(block)}.`,
  })
}

/** Sold in the same few blocks as others, when that many sellers at once are improbable. */
export const synchronousSells: ClusterRule = (study) => {
  const found: Evidence[] = []
  for (const moment of improbableMoments(study)) {
    const wallets = [...new Set(moment.map(({ wallet }) => wallet))]
    const holders = wallets.filter((wallet) => study.isHolder(wallet)).sort(compareText)
    holders.forEach((wallet, i) => {
      for (const other of holders.slice(i + 1, i + 3)) found.push(soldTogether(study, moment, wallet, other, wallets.length))
    })
  }
  return found
}

type Moment = readonly Swap[]

interface Moments {
  readonly rate: BlockRate
  /** Improbable ones that no later sale can change. */
  readonly found: Moment[]
  /** Those that later sales may yet make more or less probable, oldest first. */
  readonly open: Swap[][]
}

/** Moments of sells in which improbably many sold; the same list as long as they are the same. */
export function improbableMoments({ memory, flows, hubs, isHub, rules: { timing } }: Study): readonly Moment[] {
  const begin = (): Moments => ({ rate: createBlockRate(timing.rate_blocks, null), found: [], open: [] })
  const isImprobable = ({ rate }: Moments, moment: Moment): boolean => {
    const sellers = new Set(moment.map(({ wallet }) => wallet)).size
    const expected = rate.at(moment[0]?.position.block ?? 0) * (timing.sync_sell_blocks + 1)
    return sellers >= timing.sync_sell_min_wallets && atLeastThisMany(sellers, expected) < timing.improbable
  }
  /** Stretches of sells begin where the one before ended, each at most so many blocks long. */
  const add = (state: Moments, sale: Swap): void => {
    if (isHub(sale.wallet)) return
    const { rate, open, found } = state
    rate.add(sale)
    const begun = open.at(-1)?.[0]
    if (begun !== undefined && sale.position.block - begun.position.block <= timing.sync_sell_blocks) open.at(-1)?.push(sale)
    else open.push([sale])
    for (let oldest = open[0]; open.length > 1 && rate.isSettled(oldest?.[0]?.position.block ?? 0); oldest = open[0])
      found.push(...[open.shift() ?? []].filter((moment) => isImprobable(state, moment)))
  }
  const moments = memory.fold('moments', [hubs], flows.sells, begin, add)
  return memory.keep<readonly Moment[]>('improbable moments', [hubs, flows.sells], (before) => {
    const now = [...moments.found, ...moments.open.filter((moment) => isImprobable(moments, moment)).map((moment) => [...moment])]
    return before?.length === now.length && now.every((moment, i) => isSameMoment(moment, before[i])) ? before : now
  })
}

const isSameMoment = (x: Moment, y: Moment | undefined): boolean => x.length === y?.length && x.every((sale, i) => sale === y[i])

function soldTogether(study: Study, moment: readonly Swap[], wallet: string, other: string, sellers: number): Evidence {
  const { timing } = study.rules
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
    sentence: `${shortAddress(wallet)} and ${shortAddress(other)} sold ${study.symbol} at the same moment.`,
  })
}
