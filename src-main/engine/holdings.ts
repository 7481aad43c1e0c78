import type { Balance } from '../../src-shared/domain/token.ts'
import { compareHoldings } from '../detectors/math/order.ts'

/**
 * Applies changed balances and keeps the order. Unchanged rows keep their identity, as does the list if nothing changed.
 *
 * @param before above zero, largest first, ties by address @param changed each wallet once; zero if it no longer holds any
 */
export function updateHoldings(before: readonly Balance[], changed: readonly Balance[]): readonly Balance[] {
  if (changed.length === 0) return before
  const now = new Map(changed.map((row) => [row.address, row]))
  const holdings = before.filter((row) => {
    const other = now.get(row.address)
    if (other?.raw === row.raw) now.delete(row.address)
    return other === undefined || other.raw === row.raw
  })
  const others = [...now.values()].filter(({ raw }) => raw > 0n)
  for (const row of others) holdings.splice(lowerBound(holdings, row), 0, row)
  return others.length === 0 && holdings.length === before.length ? before : holdings
}

/** Lower bound of `row` in the sorted holdings. */
function lowerBound(holdings: readonly Balance[], row: Balance): number {
  let low = 0
  let high = holdings.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareHoldings(holdings[middle] ?? row, row) < 0) low = middle + 1
    else high = middle
  }
  return low
}
