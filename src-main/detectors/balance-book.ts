import type { Balance } from '../../src-shared/domain/token.ts'
import { compareHoldings } from './order.ts'

/** Who holds how much of the token. */
export interface BalanceBook {
  /** Raw units above zero; undefined for who holds nothing. */
  get(address: string): bigint | undefined
  has(address: string): boolean
  /** Largest first, ties by address. */
  readonly ranked: readonly Balance[]
}

interface OwnBook extends BalanceBook {
  readonly byAddress: Map<string, bigint>
}

/**
 * A new book for other holdings, at the cost of what changed where rows that did not change are the very same. What the book before
 * looked things up in goes on in the new one: of the book before only `ranked` holds afterwards.
 *
 * @param holdings in any order
 */
export function balanceBook(holdings: readonly Balance[], before: BalanceBook | undefined): BalanceBook {
  const changes = before === undefined ? null : changesIn(before.ranked, holdings)
  if (before === undefined || changes?.inOrder !== true) {
    const ranked = holdings.filter(({ raw }) => raw > 0n).sort(compareHoldings)
    return bookOf(ranked, new Map(ranked.map(({ address, raw }) => [address, raw])))
  }
  const { byAddress } = before as OwnBook
  for (const { address } of changes.gone) byAddress.delete(address)
  for (const { address, raw } of changes.come) byAddress.set(address, raw)
  return bookOf(holdings, byAddress)
}

function bookOf(ranked: readonly Balance[], byAddress: Map<string, bigint>): OwnBook {
  return { ranked, byAddress, get: (address) => byAddress.get(address), has: (address) => byAddress.has(address) }
}

export interface BalanceChanges {
  readonly gone: readonly Balance[]
  readonly come: readonly Balance[]
  /** False where the rows now are not all above zero, largest first, ties by address. */
  readonly inOrder: boolean
}

/**
 * Rows that went and came between two lists, told by the rows themselves and not by what is in them.
 *
 * @param before above zero, largest first, ties by address
 */
export function changesIn(before: readonly Balance[], now: readonly Balance[]): BalanceChanges {
  const gone: Balance[] = []
  const come: Balance[] = []
  let inOrder = true
  let at = 0
  for (let i = 0; i < now.length; i++) {
    const row = now[i] as Balance
    for (let was = before[at]; was !== undefined && was !== row && compareHoldings(was, row) < 0; was = before[++at]) gone.push(was)
    if (before[at] === row) {
      at++
      continue
    }
    // Those that stayed are in the order they were in.
    const [left = row, right = row] = [now[i - 1], now[i + 1]]
    inOrder &&= row.raw > 0n && compareHoldings(left, row) <= 0 && compareHoldings(row, right) <= 0
    come.push(row)
  }
  for (; at < before.length; at++) gone.push(before[at] as Balance)
  return { gone, come, inOrder }
}
