import { countWallets, groupBy, type BuyGroup } from './buy-groups.ts'
import type { Swap } from './flows.ts'
import type { Launch } from './launch.ts'
import { pushTo } from './order.ts'
import { atLeastThisMany, blockRate } from './rate.ts'
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

/**
 * Groups at adjacent places that the token's own rate makes improbable. In the block of the launch there is no rate to go
 * by: a group stands only where each member has two other reasons, or as the run right behind the creating transaction.
 *
 * @param others groups found for other reasons
 */
export function slotGroups(study: Study, launch: Launch, buys: readonly Swap[], others: readonly BuyGroup[]): BuyGroup[] {
  const { bundler, timing } = study.rules
  const reasons = new Map<string, Set<string>>()
  for (const { reason, buys: members } of others)
    for (const { wallet } of members) reasons.set(wallet, (reasons.get(wallet) ?? new Set<string>()).add(reason))
  const rate = blockRate(buys, timing.rate_blocks, launch.known ? launch.block : null)
  const found: BuyGroup[] = launch.known ? behindCreation(study, launch.block, buys) : []
  for (const inBlock of groupBy(buys, ({ position }) => position.block)) {
    const block = inBlock[0]?.position.block ?? 0
    const wallets = countWallets(inBlock)
    if (wallets < bundler.min_wallets_same_slot) continue
    const atLaunch = launch.known && block === launch.block
    if (!atLaunch && atLeastThisMany(wallets, rate(block)) >= timing.improbable) continue
    for (const run of adjacent(
      inBlock.filter((buy) => isLarge(study, buy)),
      bundler.adjacent_index_gap,
    )) {
      const members = atLaunch ? run.filter(({ wallet }) => (reasons.get(wallet)?.size ?? 0) >= 2) : run
      if (countWallets(members) >= bundler.min_wallets_same_slot) found.push({ reason: 'same_slot_group', buys: members })
    }
  }
  return found
}

/** Two or more buys right behind the creating transaction, without a gap and with it no longer than one bundle. */
function behindCreation(study: Study, block: number, buys: readonly Swap[]): BuyGroup[] {
  const created = creationIndex(study, block)
  if (created === null) return []
  const behind = buys.filter(({ position }) => position.block === block && position.tx > created)
  const run: Swap[] = []
  let last = created
  for (const buy of behind) {
    if (buy.position.tx - last > 1) break
    last = buy.position.tx
    run.push(buy)
  }
  const fits = countWallets(run) >= 2 && last - created + 1 <= study.rules.bundler.most_in_bundle
  return fits ? [{ reason: 'same_slot_group', buys: run, followsCreation: true }] : []
}

/** Place in its block of the transaction that made the token or its first pool, where a stored row shows it. */
function creationIndex({ facts, flows }: Study, block: number): number | null {
  const creations = new Set([facts.token.createdTx, ...facts.pools.map(({ createdTx }) => createdTx)].filter((tx) => tx !== null))
  let place: number | null = null
  for (const rows of [flows.transfers, facts.trades])
    for (const { tx, position } of rows) if (position.block === block && creations.has(tx)) place = Math.max(place ?? 0, position.tx)
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
  const rate = blockRate(buys, study.rules.timing.rate_blocks, launch.known ? launch.block : null)
  return tippedBlocks.flatMap((inBlock) => {
    const block = inBlock[0]?.position.block ?? 0
    const atLaunch = launch.known && block === launch.block
    const isCrowd = !atLaunch && atLeastThisMany(countWallets(inBlock), rate(block)) >= study.rules.timing.improbable
    return [...(isCrowd ? [] : oneTip(study, atLaunch ? behind : inBlock, payers)), ...onePayer(inBlock, payers)]
  })
}

function oneTip(study: Study, inBlock: readonly Swap[], payers: ReadonlyMap<string, ReadonlySet<string>>): BuyGroup[] {
  return adjacent(inBlock, 1)
    .filter((run) => {
      const txs = new Set(run.map(({ tx }) => tx))
      const tipped = [...txs].filter((tx) => payers.has(tx)).length
      return countWallets(run) >= 2 && txs.size <= study.rules.bundler.most_in_bundle && txs.size >= 2 && tipped === 1
    })
    .map((run): BuyGroup => ({ reason: 'shared_tip', buys: run }))
}

function onePayer(inBlock: readonly Swap[], payers: ReadonlyMap<string, ReadonlySet<string>>): BuyGroup[] {
  const byPayer = new Map<string, Swap[]>()
  for (const buy of inBlock) for (const payer of payers.get(buy.tx) ?? []) pushTo(byPayer, payer, buy)
  return [...byPayer.values()].filter((paid) => countWallets(paid) >= 2).map((paid): BuyGroup => ({ reason: 'shared_tip', buys: paid }))
}
