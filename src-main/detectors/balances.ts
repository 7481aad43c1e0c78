import type { Balance } from '../../src-shared/domain/token.ts'
import { compareHoldings } from './math/order.ts'

/** Balances of the token by holder. */
export interface BalanceIndex {
  /** Raw units above zero; undefined for an address that holds nothing. */
  get(address: string): bigint | undefined
  has(address: string): boolean
  /** Largest first, ties by address. */
  readonly ranked: readonly Balance[]
}

/** The balances of one token. Mutable: each update writes into the map of the previous one. */
export interface BalanceState {
  /** Valid until the next update. `ranked` stays valid. */
  readonly index: BalanceIndex
  readonly byAddress: Map<string, bigint>
}

/**
 * Runs in time proportional to the changes if unchanged rows keep their identity. Writes into `before`, which must not be used afterwards.
 *
 * @param holdings in any order
 */
export function updateBalances(holdings: readonly Balance[], before: BalanceState | undefined): BalanceState {
  const changes = before === undefined ? null : diffBalances(before.index.ranked, holdings)
  if (before === undefined || changes?.inOrder !== true) {
    const ranked = holdings.filter(({ raw }) => raw > 0n).sort(compareHoldings)
    return balanceState(ranked, new Map(ranked.map(({ address, raw }) => [address, raw])))
  }
  const { byAddress } = before
  for (const { address } of changes.removed) byAddress.delete(address)
  for (const { address, raw } of changes.added) byAddress.set(address, raw)
  return balanceState(holdings, byAddress)
}

function balanceState(ranked: readonly Balance[], byAddress: Map<string, bigint>): BalanceState {
  return { index: { ranked, get: (address) => byAddress.get(address), has: (address) => byAddress.has(address) }, byAddress }
}

export interface BalanceChanges {
  readonly removed: readonly Balance[]
  readonly added: readonly Balance[]
  /** Whether all rows in `now` are above zero, largest first, ties by address. */
  readonly inOrder: boolean
}

/**
 * Rows removed and added between two lists, compared by identity.
 *
 * @param before above zero, largest first, ties by address
 */
export function diffBalances(before: readonly Balance[], now: readonly Balance[]): BalanceChanges {
  const removed: Balance[] = []
  const added: Balance[] = []
  if (before === now) return { removed, added, inOrder: true }
  let inOrder = true
  let at = 0
  for (let i = 0; i < now.length; i++) {
    const row = now[i] as Balance
    for (let was = before[at]; was !== undefined && was !== row && compareHoldings(was, row) < 0; was = before[++at]) removed.push(was)
    if (before[at] === row) {
      at++
      continue
    }
    // Unchanged rows are still in order relative to each other.
    const [left = row, right = row] = [now[i - 1], now[i + 1]]
    inOrder &&= row.raw > 0n && compareHoldings(left, row) <= 0 && compareHoldings(row, right) <= 0
    added.push(row)
  }
  for (; at < before.length; at++) removed.push(before[at] as Balance)
  return { removed, added, inOrder }
}
