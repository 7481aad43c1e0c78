import type { BundleGroup } from '../bundlers.ts'
import type { Swap } from '../flows.ts'
import { compareText } from '../order.ts'
import { atLeastThisMany, blockRate } from '../rate.ts'
import type { Study } from '../study.ts'
import { countText, short } from '../wording.ts'
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
    value: `${countText(wallets.length, 'wallet')} next to each other in block ${block}`,
    threshold: 'adjacent places, improbable at the token’s rate, and another reason besides',
    sentence: `${short(wallet)} and ${short(other)} bought ${study.symbol} in one bundle of block ${block}.`,
  })
}

/** Sold in the same few blocks as others, when that many sellers at once are improbable. */
export const synchronousSells: ClusterRule = (study) => {
  const { timing } = study.rules
  const sells = study.flows.sells.filter(({ wallet }) => !study.isHub(wallet))
  const rate = blockRate(sells, timing.rate_blocks, null)
  const found: Evidence[] = []
  for (const moment of moments(sells, timing.sync_sell_blocks)) {
    const [first] = moment
    const wallets = [...new Set(moment.map(({ wallet }) => wallet))]
    if (first === undefined || wallets.length < timing.sync_sell_min_wallets) continue
    const chance = atLeastThisMany(wallets.length, rate(first.position.block) * (timing.sync_sell_blocks + 1))
    if (chance >= timing.improbable) continue
    const holders = wallets.filter((wallet) => study.isHolder(wallet)).sort(compareText)
    holders.forEach((wallet, i) => {
      for (const other of holders.slice(i + 1, i + 3)) found.push(soldTogether(study, moment, wallet, other, wallets.length))
    })
  }
  return found
}

/** Stretches of sells that begin where the one before ended, each at most so many blocks long. */
function moments(sells: readonly Swap[], blocks: number): Swap[][] {
  const found: Swap[][] = []
  for (const sale of sells) {
    const first = found.at(-1)?.[0]
    if (first !== undefined && sale.position.block - first.position.block <= blocks) found.at(-1)?.push(sale)
    else found.push([sale])
  }
  return found
}

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
    value: `${countText(sellers, 'seller')} from block ${block} on`,
    threshold: `at least ${timing.sync_sell_min_wallets} within ${timing.sync_sell_blocks} blocks, chance below ${timing.improbable}`,
    sentence: `${short(wallet)} and ${short(other)} sold ${study.symbol} at the same moment.`,
  })
}
