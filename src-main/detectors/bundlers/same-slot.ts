import type { TradeFact, TransferFact } from '../../../src-shared/domain/events.ts'
import { hasWallets, countWallets, type BuyGroup } from './buy-groups.ts'
import type { Swap } from '../flows/swaps.ts'
import { findFirstLiquidity, findSwitch, findWindowEnd, type Launch } from '../snipers/launch.ts'
import { addTo, lowerBound, sliceBlocks, pushTo } from '../math/order.ts'
import { poissonTail, createBlockRate } from '../flows/block-rate.ts'
import type { FactIndex } from '../fact-index.ts'

/** Buys tied by their position in the block (docs/detection.md#bundlers). */

/** Splits the ordered buys of one block wherever the distance between positions exceeds `gap`. */
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

/** Finds groups at adjacent positions of one block in buys added in chain order. */
export interface SlotFinder {
  add(buy: Swap): void
  /** @param behind the run right behind the creating transaction @param others groups with other reasons */
  groups(behind: readonly BuyGroup[], others: readonly BuyGroup[]): readonly BuyGroup[]
}

/**
 * Groups at adjacent positions that are improbable at the token's own trading rate. The launch block has no rate yet. There a
 * group counts only if each member has two other reasons, or if it is the run right behind the creating transaction.
 *
 * @param launchBlock null if the launch is unknown
 */
export function sameSlots(index: FactIndex, launchBlock: number | null): SlotFinder {
  const { bundler, timing } = index.rules
  const rate = createBlockRate(timing.rate_blocks, launchBlock)
  /** Groups of blocks whose rate no later buy can change, in order. */
  const settled: BuyGroup[] = []
  const open: Swap[][] = []
  const blockOf = (buys: readonly Swap[]): number => buys[0]?.position.block ?? 0
  const large = (inBlock: readonly Swap[]): Swap[][] =>
    adjacent(
      inBlock.filter((buy) => isLarge(index, buy)),
      bundler.adjacent_index_gap,
    )
  const grouped = (members: readonly Swap[]): BuyGroup[] =>
    hasWallets(bundler.min_wallets_same_slot, members) ? [{ reason: 'same_slot_group', buys: members }] : []
  const improbable = (inBlock: readonly Swap[]): BuyGroup[] => {
    if (!hasWallets(bundler.min_wallets_same_slot, inBlock)) return []
    if (poissonTail(countWallets(inBlock), rate.at(blockOf(inBlock))) >= timing.improbable) return []
    return large(inBlock).flatMap(grouped)
  }
  const atLaunch: Swap[] = []
  /** Number of settled groups in blocks before the launch. */
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
      if (atLaunch.length > 0) for (const { reason, buys } of others) for (const { wallet } of buys) addTo(reasons, wallet, reason)
      const twice = large(atLaunch).flatMap((run) => grouped(run.filter(({ wallet }) => (reasons.get(wallet)?.size ?? 0) >= 2)))
      return [...behind, ...settled.slice(0, beforeLaunch), ...twice, ...settled.slice(beforeLaunch), ...open.flatMap(improbable)]
    },
  }
}

/** Two or more buys right behind the creating transaction, without a gap, that fit into one bundle with it. */
export function findRunBehindCreation(index: FactIndex, block: number, buys: readonly Swap[]): BuyGroup[] {
  const created = creationIndex(index, block)
  if (created === null) return []
  const behind = sliceBlocks(buys, block, block).filter(({ position }) => position.tx > created)
  const run: Swap[] = []
  let last = created
  for (const buy of behind) {
    if (buy.position.tx - last > 1) break
    last = buy.position.tx
    run.push(buy)
  }
  const fits = hasWallets(2, run) && last - created + 1 <= index.rules.bundler.most_in_bundle
  return fits ? [{ reason: 'same_slot_group', buys: run, followsCreation: true }] : []
}

/**
 * Index in its block of the transaction that created the token, created or first funded a pool, or opened trading; null if no stored row
 * shows it. A transaction after the first buy, such as a graduation in the same block, is no creation.
 */
function creationIndex(index: FactIndex, block: number): number | null {
  const { facts, flows } = index
  const funded = [...findFirstLiquidity(index).values()].map(({ tx }) => tx)
  const creations = new Set([facts.token.createdTx, ...facts.pools.map(({ createdTx }) => createdTx), ...funded].filter((tx) => tx !== null))
  const opened = findSwitch(facts)
  let txIndex = opened?.block === block ? opened.txIndex : null
  const firstBuy = sliceBlocks(flows.buys, block, block)[0]?.position.tx ?? Infinity
  for (const rows of [flows.transfers, flows.trades])
    for (const { tx, position } of sliceBlocks<TransferFact | TradeFact>(rows, block, block))
      if (creations.has(tx) && position.tx <= firstBuy) txIndex = Math.max(txIndex ?? 0, position.tx)
  return txIndex
}

function isLarge({ rules, facts, nativeDecimals }: FactIndex, { native }: Swap): boolean {
  return native !== null && Number(native) >= rules.bundler.min_buy_native[facts.token.network] * 10 ** nativeDecimals
}

/**
 * A run of buys that fits into a bundle and in which exactly one transaction tips, or the buys that one payer tips for. In busy blocks
 * unrelated buyers are adjacent and some of them tip, so one tip is no evidence there. The same holds for the first blocks of a pool, which
 * bots wait for, except right behind the creating transaction.
 */
export function findTipGroups(index: FactIndex, launch: Launch, buys: readonly Swap[]): BuyGroup[] {
  const { tips } = index.facts
  if (tips === null || tips.length === 0) return []
  const payers = new Map<string, Set<string>>()
  for (const { tx, from } of tips) addTo(payers, tx, from)
  const tippedBlocks = [...Map.groupBy(buys, ({ position }) => position.block).values()].filter((inBlock) => inBlock.some(({ tx }) => payers.has(tx)))
  const behind = launch.known ? findRunBehindCreation(index, launch.block, buys).flatMap((group) => group.buys) : []
  const rate = createBlockRate(index.rules.timing.rate_blocks, launch.known ? launch.block : null)
  for (const buy of buys) rate.add(buy)
  const openings = findOpenings(index)
  return tippedBlocks.flatMap((inBlock) => {
    const block = inBlock[0]?.position.block ?? 0
    const atLaunch = launch.known && block === launch.block
    const isCrowd =
      !atLaunch && (isOpening(index, openings, block) || poissonTail(countWallets(inBlock), rate.at(block)) >= index.rules.timing.improbable)
    return [...(isCrowd ? [] : oneTip(index, atLaunch ? behind : inBlock, payers)), ...onePayer(inBlock, payers)]
  })
}

/** Block of the first trade in each pool, ascending. */
function findOpenings({ flows, state }: FactIndex): readonly number[] {
  const begin = (): Map<string, number> => new Map()
  const first = state.accumulate('first trades of pools', [], flows.trades, begin, (blocks, { pool, position: { block } }) => {
    if (pool !== null && !blocks.has(pool)) blocks.set(pool, block)
  })
  return [...first.values()].sort((x, y) => x - y)
}

/** Whether a block is among the first blocks of a pool, at the launch or after a graduation. */
function isOpening({ facts, rules }: FactIndex, openings: readonly number[], block: number): boolean {
  const opened = openings[lowerBound(openings, block + 1) - 1]
  return opened !== undefined && block <= findWindowEnd(facts, opened, rules.sniper.window_blocks[facts.token.network]).lastBlock
}

function oneTip(index: FactIndex, inBlock: readonly Swap[], payers: ReadonlyMap<string, ReadonlySet<string>>): BuyGroup[] {
  return adjacent(inBlock, 1)
    .filter((run) => {
      const txs = new Set(run.map(({ tx }) => tx))
      const tipped = [...txs].filter((tx) => payers.has(tx)).length
      return hasWallets(2, run) && txs.size <= index.rules.bundler.most_in_bundle && txs.size >= 2 && tipped === 1
    })
    .map((run): BuyGroup => ({ reason: 'shared_tip', buys: run }))
}

function onePayer(inBlock: readonly Swap[], payers: ReadonlyMap<string, ReadonlySet<string>>): BuyGroup[] {
  const byPayer = new Map<string, Swap[]>()
  for (const buy of inBlock) for (const payer of payers.get(buy.tx) ?? []) pushTo(byPayer, payer, buy)
  return [...byPayer.values()].filter((paid) => hasWallets(2, paid)).map((paid): BuyGroup => ({ reason: 'shared_tip', buys: paid }))
}
