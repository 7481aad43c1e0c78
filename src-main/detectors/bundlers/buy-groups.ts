import type { BundleReason } from './reasons.ts'
import type { Swap } from '../flows/swaps.ts'
import { pushTo } from '../math/order.ts'
import type { OwnedContracts } from '../snipers/owned-contracts.ts'

/** Buys grouped by one reason. */
export interface BuyGroup {
  readonly reason: BundleReason
  readonly buys: readonly Swap[]
  /** Whether the buys follow the creating transaction without a gap and fit into one bundle with it. */
  readonly followsCreation?: boolean
}

export const countWallets = (members: readonly Swap[]): number => new Set(members.map(({ wallet }) => wallet)).size

/** Whether at least `least` distinct wallets are among the buyers. */
export const hasWallets = (least: number, members: readonly Swap[]): boolean => members.length >= least && countWallets(members) >= least

/** Groups buys, added in chain order, by transaction and signer. @returns for each buy, its group so far */
export function groupByTransaction(): (buy: Swap) => readonly Swap[] {
  const inBlock = new Map<string, Swap[][]>()
  let block: number | null = null
  return (buy) => {
    if (buy.position.block !== block) inBlock.clear()
    block = buy.position.block
    let group = inBlock.get(buy.tx)?.find(([first]) => first?.signer === buy.signer)
    if (group === undefined) pushTo(inBlock, buy.tx, (group = []))
    group.push(buy)
    return group
  }
}

/** Finds groups of one kind in buys added in chain order. */
export interface GroupFinder {
  add(buy: Swap): void
  /** The groups of all buys so far, in block order. */
  groups(): readonly BuyGroup[]
}

/** @param least number of wallets that buy in one transaction */
export function sameTransactions(least: number): GroupFinder {
  const shared: (readonly Swap[])[] = []
  const withSameTransaction = groupByTransaction()
  return {
    add(buy) {
      const together = withSameTransaction(buy)
      if (together.length === Math.min(2, least)) shared.push(together)
    },
    groups: () => shared.filter((buys) => hasWallets(least, buys)).map((buys): BuyGroup => ({ reason: 'same_tx', buys })),
  }
}

/** Buys through contracts that one wallet owns or deployed, and its own buys. */
export function findSameController(contracts: OwnedContracts, buys: readonly Swap[]): BuyGroup[] {
  if (contracts.size === 0) return []
  const controllers = new Set([...contracts.values()].map(({ controller }) => controller))
  const controllerOf = (wallet: string): string | null => contracts.get(wallet)?.controller ?? (controllers.has(wallet) ? wallet : null)
  const byController = Map.groupBy(
    buys.filter(({ wallet }) => controllerOf(wallet) !== null),
    ({ wallet }) => controllerOf(wallet),
  )
  return [...byController.values()].filter((own) => hasWallets(2, own)).map((own): BuyGroup => ({ reason: 'same_controller', buys: own }))
}
