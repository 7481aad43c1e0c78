import { MAX_EVIDENCE } from '../../../src-shared/domain/evidence.ts'
import type { BundleReason } from './reasons.ts'
import { BUNDLE_REASON_ORDER } from './reasons.ts'
import { equalAmounts } from './equal-amounts.ts'
import { findSameFunder, type Bought } from './same-funder.ts'
import { findRunBehindCreation, sameSlots, findTipGroups, type SlotFinder } from './same-slot.ts'
import { findSameController, hasWallets, sameTransactions, type BuyGroup, type GroupFinder } from './buy-groups.ts'
import { findSameGas, findSameSender, sentBuys } from './gas-settings.ts'
import type { Swap } from '../flows/swaps.ts'
import type { OwnedContracts } from '../snipers/owned-contracts.ts'
import type { Launch } from '../snipers/launch.ts'
import { compareText } from '../../../src-shared/domain/compare.ts'
import { indexOfBlock, sliceBlocks, pushTo } from '../math/order.ts'
import { findBusySigners, isSettledByService } from '../flows/shared-buys.ts'
import type { FactIndex } from '../fact-index.ts'

export interface Bundler {
  readonly address: string
  /** In the order of the contract. */
  readonly reasons: readonly BundleReason[]
  /** Earliest block of its grouped buys. */
  readonly block: number
  /** Index in `groups` of the wallet's first group; null if it only bought in the launch block. */
  readonly group: number | null
  /** Up to five transactions, oldest first. */
  readonly evidence: readonly string[]
}

export interface BundleGroup {
  readonly reason: BundleReason
  readonly block: number
  readonly wallets: readonly string[]
  readonly txs: readonly string[]
}

export interface BundleFindings {
  readonly bundlers: readonly Bundler[]
  /** Groups with flagged wallets, by block, reason and smallest address. */
  readonly groups: readonly BundleGroup[]
}

/**
 * Wallets that bought together (docs/detection.md#bundlers). `same_tx` needs only the transaction; reasons tied to the launch need the
 * first DEX event.
 */
export function detectBundlers(index: FactIndex, launch: Launch, contracts: OwnedContracts): BundleFindings {
  const groups = findGroups(index, launch, contracts)
  const found = new Map<string, BuyGroup[]>()
  for (const group of groups) for (const wallet of walletsOf(group)) pushTo(found, wallet, group)
  const flagged = dropLoneWallets(
    new Set([...found].filter(([, own]) => isFlagged(own)).map(([wallet]) => wallet)),
    found,
    index.rules.bundler.min_wallets,
  )
  const shown = groups
    .map((group) => ({ ...group, buys: group.buys.filter(({ wallet }) => flagged.has(wallet)) }))
    .filter(({ buys: kept }) => kept.length > 0)
    .map(shownGroup)
    .sort((x, y) => x.block - y.block || order(x.reason) - order(y.reason) || compareText(x.wallets[0] ?? '', y.wallets[0] ?? ''))
  const bundlers = [...flagged].sort(compareText).map((address): Bundler => {
    const own = found.get(address) ?? []
    const mine = own.flatMap((group) => group.buys.filter(({ wallet }) => wallet === address))
    const reasons = new Set(own.map(({ reason }) => reason))
    const group = shown.findIndex(({ wallets, reason }) => reason !== 'same_slot_as_pool' && wallets.includes(address))
    return {
      address,
      reasons: BUNDLE_REASON_ORDER.filter((reason) => reasons.has(reason)),
      block: mine.reduce((least, { position }) => Math.min(least, position.block), Number.MAX_SAFE_INTEGER),
      group: group === -1 ? null : group,
      evidence: [...new Set(mine.map(({ tx }) => tx))].slice(0, MAX_EVIDENCE),
    }
  })
  return { bundlers, groups: shown }
}

/** Groups found so far, each kind in block order. */
interface FoundGroups extends Bought {
  readonly buys: Swap[]
  readonly buyIndexesOf: Map<string, number[]>
  readonly sameTx: GroupFinder
  readonly amounts: GroupFinder
  readonly slots: SlotFinder
}

function findGroups(index: FactIndex, launch: Launch, contracts: OwnedContracts): BuyGroup[] {
  const { state, flows, hubs, creator } = index
  const block = launch.known ? launch.block : null
  const relayers = findBusySigners(index)
  const counts = (buy: Swap): boolean => {
    const { wallet, signer } = buy
    const isOwn = signer === null || signer === wallet || !(hubs.has(signer) || relayers.has(signer))
    return wallet !== creator && (!hubs.has(wallet) || contracts.has(wallet)) && isOwn && !isSettledByService(index, buy) && !isSoldAtOnce(index, buy)
  }
  const found = state.accumulate<FoundGroups, Swap>(
    'buys together',
    [hubs, creator, block, relayers, [...contracts.keys()].join()],
    flows.buys,
    () => ({
      buys: [],
      buyIndexesOf: new Map(),
      sameTx: sameTransactions(index.rules.bundler.min_wallets_same_tx),
      amounts: equalAmounts(index),
      slots: sameSlots(index, block),
    }),
    (state, buy) => {
      if (!counts(buy)) return
      pushTo(state.buyIndexesOf, buy.wallet, state.buys.length)
      state.buys.push(buy)
      state.sameTx.add(buy)
      state.amounts.add(buy)
      state.slots.add(buy)
    },
  )
  const { buys, sameTx, amounts, slots } = found
  const sent = sentBuys(index, 'buys together with known gas settings', buys)
  const atPool = block === null ? [] : sliceBlocks(buys, block, block)
  const other = [
    ...sameTx.groups(),
    ...amounts.groups(),
    ...findSameFunder(index, found),
    ...atPool.map((buy): BuyGroup => ({ reason: 'same_slot_as_pool', buys: [buy] })),
    ...findTipGroups(index, launch, buys),
    ...findSameGas(index, sent),
    ...findSameSender(index, sent),
    ...findSameController(contracts, buys),
  ]
  return [...other, ...slots.groups(block === null ? [] : findRunBehindCreation(index, block, buys), other)]
}

/** Whether the wallet sold in the same block at least what it bought there, as a sandwich bot does around its victim. */
function isSoldAtOnce({ flows: { swaps } }: FactIndex, { wallet, position: { block } }: Swap): boolean {
  let [bought, sold] = [0n, 0n]
  for (let i = indexOfBlock(swaps, block); swaps[i]?.position.block === block; i++) {
    const swap = swaps[i] as Swap
    if (swap.wallet !== wallet) continue
    if (swap.isBuy) bought += swap.raw
    else sold += swap.raw
  }
  return sold > 0n && sold >= bought
}

/**
 * (a) `same_tx` or `same_controller`; (b) a shared funder, amount, tip or gas settings with any other reason; (c) a bundle's worth of buys right
 * behind the creation.
 */
function isFlagged(own: readonly BuyGroup[]): boolean {
  const reasons = new Set(own.map(({ reason }) => reason))
  const tied = reasons.has('same_funder') || reasons.has('same_amount') || reasons.has('shared_tip') || reasons.has('same_gas')
  return (
    reasons.has('same_tx') ||
    reasons.has('same_controller') ||
    (reasons.size >= 2 && tied) ||
    (reasons.has('same_slot_as_pool') && own.some(({ reason, followsCreation }) => reason === 'same_slot_group' && followsCreation === true))
  )
}

/** Keeps wallets with a group of at least `least` flagged wallets, since a bundle has several. */
function dropLoneWallets(flagged: ReadonlySet<string>, found: ReadonlyMap<string, readonly BuyGroup[]>, least: number): ReadonlySet<string> {
  const isBundle = ({ buys }: BuyGroup): boolean =>
    hasWallets(
      least,
      buys.filter(({ wallet }) => flagged.has(wallet)),
    )
  return new Set([...flagged].filter((wallet) => (found.get(wallet) ?? []).some(isBundle)))
}

const order = (reason: BundleReason): number => BUNDLE_REASON_ORDER.indexOf(reason)
const walletsOf = ({ buys }: BuyGroup): string[] => [...new Set(buys.map(({ wallet }) => wallet))].sort(compareText)

function shownGroup(group: BuyGroup): BundleGroup {
  return {
    reason: group.reason,
    block: group.buys.reduce((least, { position }) => Math.min(least, position.block), Number.MAX_SAFE_INTEGER),
    wallets: walletsOf(group),
    txs: [...new Set(group.buys.map(({ tx }) => tx))],
  }
}
