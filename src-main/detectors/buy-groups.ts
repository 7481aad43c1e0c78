import type { BundleReason } from './bundle-reasons.ts'
import type { Swap } from './transactions.ts'
import { pushTo } from './order.ts'

/** Buys that belong together for one reason. */
export interface BuyGroup {
  readonly reason: BundleReason
  readonly buys: readonly Swap[]
  /** Follows the creating transaction without a gap, and is with it no longer than one bundle. */
  readonly followsCreation?: boolean
}

export const countWallets = (members: readonly Swap[]): number => new Set(members.map(({ wallet }) => wallet)).size

/** Whether so many different wallets are among the buyers; of most groups their number of buys tells already. */
export const areOfWallets = (least: number, members: readonly Swap[]): boolean => members.length >= least && countWallets(members) >= least

export function groupBy<T, K>(rows: readonly T[], key: (row: T) => K): T[][] {
  const groups = new Map<K, T[]>()
  for (const row of rows) pushTo(groups, key(row), row)
  return [...groups.values()]
}

/** Brings buys that come in chain order together by their transaction: answers those of the transaction so far. */
export function createTransactions(): (buy: Swap) => readonly Swap[] {
  const inBlock = new Map<string, Swap[]>()
  let block: number | null = null
  return (buy) => {
    if (buy.position.block !== block) inBlock.clear()
    block = buy.position.block
    return pushTo(inBlock, buy.tx, buy)
  }
}

/** Finds groups of one kind as the buys come, in chain order. */
export interface GroupFinder {
  add(buy: Swap): void
  /** Those of all buys so far, in the order of their blocks. */
  groups(): readonly BuyGroup[]
}

/** @param least wallets that a transaction must buy for */
export function sameTransactions(least: number): GroupFinder {
  const shared: (readonly Swap[])[] = []
  const withSameTransaction = createTransactions()
  return {
    add(buy) {
      const together = withSameTransaction(buy)
      if (together.length === Math.min(2, least)) shared.push(together)
    },
    groups: () => shared.filter((buys) => areOfWallets(least, buys)).map((buys): BuyGroup => ({ reason: 'same_tx', buys })),
  }
}
