import { countWallets, type BuyGroup } from './buy-groups.ts'
import type { Swap } from './flows.ts'
import { ratio } from './exact.ts'
import { compareBig, compareText, pushTo } from './order.ts'
import { atLeastThisMany } from './rate.ts'
import type { Study } from './study.ts'

/** Buys tied by their money: equal amounts, or one payer behind several buyers (engine.md §4 steps 4 and 5). */

/** Three or more buys of one block and its next, equal in spend or tokens; amounts that trading apps preset are left out. */
export function equalAmountGroups(study: Study, buys: readonly Swap[]): BuyGroup[] {
  const { bundler } = study.rules
  const round = new Set(bundler.round_native.map((units) => BigInt(Math.round(units * 1e6)) * 10n ** BigInt(study.nativeDecimals - 6)))
  const preset = ({ native }: Swap): boolean => native !== null && round.has(native)
  const found: BuyGroup[] = []
  for (const near of neighbouringBlocks(buys, 1)) {
    if (near.length < bundler.same_amount_min_buys) continue
    const free = near.filter((buy) => !preset(buy))
    const spends = free.filter(({ native }) => native !== null)
    for (const members of [
      ...runs(spends, ({ native }) => native ?? 0n, bundler.same_amount_tolerance),
      ...runs(free, ({ raw }) => raw, bundler.same_amount_tolerance),
    ])
      if (countWallets(members) >= bundler.same_amount_min_buys && isImprobable(study, members, near.length))
        found.push({ reason: 'same_amount', buys: members })
  }
  return distinct(found)
}

/** Whether so many buys so close to each other are more than chance among all buys of the moment. */
function isImprobable({ rules: { bundler, timing } }: Study, members: readonly Swap[], all: number): boolean {
  const spread = Math.min(...[({ raw }: Swap) => raw, ({ native }: Swap) => native ?? 0n].map((amount) => relativeSpread(members.map(amount))))
  return all * atLeastThisMany(members.length - 1, (all * spread) / bundler.amount_log_range) < timing.improbable
}

/** (largest − smallest) / smallest; the whole range where the smallest is nothing. */
function relativeSpread(amounts: readonly bigint[]): number {
  const ascending = [...amounts].sort(compareBig)
  const [least = 0n] = ascending
  return least === 0n ? Number.POSITIVE_INFINITY : ratio((ascending.at(-1) ?? 0n) - least, least)
}

/** For each block with buys: its buys and those of the blocks after it, as far as `reach`. `buys` in chain order. */
function* neighbouringBlocks(buys: readonly Swap[], reach: number): Generator<readonly Swap[]> {
  let end = 0
  for (let start = 0; start < buys.length;) {
    const block = buys[start]?.position.block ?? 0
    end = Math.max(end, start)
    while (end < buys.length && (buys[end]?.position.block ?? 0) <= block + reach) end++
    yield buys.slice(start, end)
    while (start < buys.length && buys[start]?.position.block === block) start++
  }
}

function runs(buys: readonly Swap[], amount: (buy: Swap) => bigint, tolerance: number): Swap[][] {
  const groups: Swap[][] = []
  for (const buy of [...buys].sort((x, y) => compareBig(amount(x), amount(y)) || compareText(x.wallet, y.wallet) || compareText(x.tx, y.tx))) {
    const group = groups.at(-1)
    const least = group?.[0]
    if (group !== undefined && least !== undefined && amount(buy) * 1_000_000n <= amount(least) * BigInt(Math.round((1 + tolerance) * 1e6)))
      group.push(buy)
    else groups.push([buy])
  }
  return groups
}

/** Two windows of blocks may hold the same group. */
function distinct(groups: readonly BuyGroup[]): BuyGroup[] {
  const seen = new Map<string, BuyGroup>()
  for (const group of groups) {
    const key = group.buys
      .map(({ tx, wallet }) => `${tx} ${wallet}`)
      .sort(compareText)
      .join()
    if (!seen.has(key)) seen.set(key, group)
  }
  return [...seen.values()]
}

/** Buyers of the same stretch of blocks whom one ordinary wallet paid within the set time before they bought. */
export function sameFunderGroups(study: Study, buys: readonly Swap[]): BuyGroup[] {
  const { same_funder_seconds: seconds, launch_window_blocks: reach } = study.rules.bundler
  const byFunder = new Map<string, Swap[]>()
  for (const buy of buys) {
    const payers = new Set<string>()
    for (const { from, time } of study.paymentsTo.get(buy.wallet) ?? []) {
      const before = time === null || buy.time === null ? null : buy.time - time
      if (before !== null && before >= 0 && before <= seconds && from !== buy.wallet && !study.isHub(from)) payers.add(from)
    }
    for (const payer of payers) pushTo(byFunder, payer, buy)
  }
  return [...byFunder].flatMap(([payer, paid]) => {
    const found: BuyGroup[] = []
    let stretch: Swap[] = []
    for (const buy of paid) {
      const begun = stretch[0]
      if (begun !== undefined && buy.position.block - begun.position.block > reach) {
        found.push({ reason: 'same_funder', buys: stretch })
        stretch = []
      }
      stretch.push(buy)
    }
    found.push({ reason: 'same_funder', buys: stretch })
    return found.filter((group) => countWallets(group.buys.filter(({ wallet }) => wallet !== payer)) >= 2)
  })
}
