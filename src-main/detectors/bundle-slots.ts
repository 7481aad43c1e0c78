import type { TradeFact, TransferFact } from '../../src-shared/domain/events.ts'
import { areOfWallets, countWallets, groupBy, type BuyGroup } from './buy-groups.ts'
import type { Swap } from './transactions.ts'
import type { Launch } from './launch.ts'
import { ofBlocks, pushTo } from './order.ts'
import { atLeastThisMany, createBlockRate } from './rate.ts'
import type { Study } from './study.ts'

/** Buys tied by their place in the block (engine.md §4 steps 2 and 6). */

/** Buys at adjacent places of one block, cut where the gap is larger. `buys` of one block, in order. */
function adjacent(buys: readonly Swap[], gap: number): Swap[][] {
  const found: Swap[][] = []
  for (const buy of buys) {
    const group = found.at(-1)
    const last = group?.at(-1)
    if (group !== undefined && last !== undefined && buy.position.tx - last.position.tx <= gap) group.push(buy)
    else found.push([buy])
  }
  return found
}

/** Finds groups at adjacent places of one block as the buys come, in chain order. */
export interface SlotFinder {
  add(buy: Swap): void
  /** @param behind the run right behind the creating transaction @param others groups found for other reasons */
  groups(behind: readonly BuyGroup[], others: readonly BuyGroup[]): readonly BuyGroup[]
}

/**
 * Groups at adjacent places that the token's own rate makes improbable. In the block of the launch there is no rate to go
 * by: a group stands only where each member has two other reasons, or as the run right behind the creating transaction.
 *
 * @param launchBlock null when the launch is not known
 */
export function sameSlots(study: Study, launchBlock: number | null): SlotFinder {
  const { bundler, timing } = study.rules
  const rate = createBlockRate(timing.rate_blocks, launchBlock)
  /** Groups of blocks whose rate no later buy changes, and blocks that still wait for that, both in order. */
  const settled: BuyGroup[] = []
  const open: Swap[][] = []
  const blockOf = (buys: readonly Swap[]): number => buys[0]?.position.block ?? 0
  const large = (inBlock: readonly Swap[]): Swap[][] =>
    adjacent(
      inBlock.filter((buy) => isLarge(study, buy)),
      bundler.adjacent_index_gap,
    )
  const grouped = (members: readonly Swap[]): BuyGroup[] =>
    areOfWallets(bundler.min_wallets_same_slot, members) ? [{ reason: 'same_slot_group', buys: members }] : []
  const improbable = (inBlock: readonly Swap[]): BuyGroup[] => {
    if (!areOfWallets(bundler.min_wallets_same_slot, inBlock)) return []
    if (atLeastThisMany(countWallets(inBlock), rate.at(blockOf(inBlock))) >= timing.improbable) return []
    return large(inBlock).flatMap(grouped)
  }
  const atLaunch: Swap[] = []
  /** How many settled groups are of blocks before the launch. */
  let beforeLaunch = 0
  return {
    add(buy) {
      rate.add(buy)
      if (buy.position.block === launchBlock) atLaunch.push(buy)
      else if (open.length > 0 && blockOf(open.at(-1) ?? []) === buy.position.block) open.at(-1)?.push(buy)
      else open.push([buy])
      for (let oldest = open[0]; oldest !== undefined && rate.isSettled(blockOf(oldest)); oldest = open[0]) {
        settled.push(...improbable(oldest))
        open.shift()
        if (launchBlock !== null && blockOf(oldest) < launchBlock) beforeLaunch = settled.length
      }
    },
    groups(behind, others) {
      const reasons = new Map<string, Set<string>>()
      if (atLaunch.length > 0)
        for (const { reason, buys } of others)
          for (const { wallet } of buys) reasons.set(wallet, (reasons.get(wallet) ?? new Set<string>()).add(reason))
      const twice = large(atLaunch).flatMap((run) => grouped(run.filter(({ wallet }) => (reasons.get(wallet)?.size ?? 0) >= 2)))
      return [...behind, ...settled.slice(0, beforeLaunch), ...twice, ...settled.slice(beforeLaunch), ...open.flatMap(improbable)]
    },
  }
}

/** Two or more buys right behind the creating transaction, without a gap and with it no longer than one bundle. */
export function behindCreation(study: Study, block: number, buys: readonly Swap[]): BuyGroup[] {
  const created = creationIndex(study, block)
  if (created === null) return []
  const behind = ofBlocks(buys, block, block).filter(({ position }) => position.tx > created)
  const run: Swap[] = []
  let last = created
  for (const buy of behind) {
    if (buy.position.tx - last > 1) break
    last = buy.position.tx
    run.push(buy)
  }
  const fits = areOfWallets(2, run) && last - created + 1 <= study.rules.bundler.most_in_bundle
  return fits ? [{ reason: 'same_slot_group', buys: run, followsCreation: true }] : []
}

/** Place in its block of the transaction that made the token or its first pool, where a stored row shows it. */
function creationIndex({ facts, flows }: Study, block: number): number | null {
  const creations = new Set([facts.token.createdTx, ...facts.pools.map(({ createdTx }) => createdTx)].filter((tx) => tx !== null))
  let place: number | null = null
  for (const rows of [flows.transfers, flows.trades])
    for (const { tx, position } of ofBlocks<TransferFact | TradeFact>(rows, block, block))
      if (creations.has(tx)) place = Math.max(place ?? 0, position.tx)
  return place
}

function isLarge({ rules, facts, nativeDecimals }: Study, { native }: Swap): boolean {
  return native !== null && Number(native) >= rules.bundler.min_buy_native[facts.token.network] * 10 ** nativeDecimals
}

/**
 * A run of buys no longer than a bundle of which one transaction tips, or one payer who tips for several buyers. In a
 * crowded block strangers stand next to each other and some of them tip: there, and in the block of the launch unless
 * right behind the creating transaction, one tip says nothing.
 */
export function tipGroups(study: Study, launch: Launch, buys: readonly Swap[]): BuyGroup[] {
  const { tips } = study.facts
  if (tips === null || tips.length === 0) return []
  const payers = new Map<string, Set<string>>()
  for (const { tx, from } of tips) payers.set(tx, (payers.get(tx) ?? new Set<string>()).add(from))
  const tippedBlocks = groupBy(buys, ({ position }) => position.block).filter((inBlock) => inBlock.some(({ tx }) => payers.has(tx)))
  const behind = launch.known ? behindCreation(study, launch.block, buys).flatMap((group) => group.buys) : []
  const rate = createBlockRate(study.rules.timing.rate_blocks, launch.known ? launch.block : null)
  for (const buy of buys) rate.add(buy)
  return tippedBlocks.flatMap((inBlock) => {
    const block = inBlock[0]?.position.block ?? 0
    const atLaunch = launch.known && block === launch.block
    const isCrowd = !atLaunch && atLeastThisMany(countWallets(inBlock), rate.at(block)) >= study.rules.timing.improbable
    return [...(isCrowd ? [] : oneTip(study, atLaunch ? behind : inBlock, payers)), ...onePayer(inBlock, payers)]
  })
}

function oneTip(study: Study, inBlock: readonly Swap[], payers: ReadonlyMap<string, ReadonlySet<string>>): BuyGroup[] {
  return adjacent(inBlock, 1)
    .filter((run) => {
      const txs = new Set(run.map(({ tx }) => tx))
      const tipped = [...txs].filter((tx) => payers.has(tx)).length
      return areOfWallets(2, run) && txs.size <= study.rules.bundler.most_in_bundle && txs.size >= 2 && tipped === 1
    })
    .map((run): BuyGroup => ({ reason: 'shared_tip', buys: run }))
}

function onePayer(inBlock: readonly Swap[], payers: ReadonlyMap<string, ReadonlySet<string>>): BuyGroup[] {
  const byPayer = new Map<string, Swap[]>()
  for (const buy of inBlock) for (const payer of payers.get(buy.tx) ?? []) pushTo(byPayer, payer, buy)
  return [...byPayer.values()].filter((paid) => areOfWallets(2, paid)).map((paid): BuyGroup => ({ reason: 'shared_tip', buys: paid }))
}
