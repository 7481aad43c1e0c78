import type { BundleReason } from './bundle-reasons.ts'
import type { Swap } from './flows.ts'
import { pushTo } from './order.ts'

/** Buys that belong together for one reason. */
export interface BuyGroup {
  readonly reason: BundleReason
  readonly buys: readonly Swap[]
  /** Follows the creating transaction without a gap, and is with it no longer than one bundle. */
  readonly followsCreation?: boolean
}

export const countWallets = (members: readonly Swap[]): number => new Set(members.map(({ wallet }) => wallet)).size

export function groupBy<T, K>(rows: readonly T[], key: (row: T) => K): T[][] {
  const groups = new Map<K, T[]>()
  for (const row of rows) pushTo(groups, key(row), row)
  return [...groups.values()]
}
