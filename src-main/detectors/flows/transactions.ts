import type { TradeFact, TransferFact } from '../../../src-shared/domain/events.ts'
import { compareText } from '../../../src-shared/domain/compare.ts'

/** Transfers of the token and trade legs, grouped by transaction. */

export interface TokenRows {
  /** In chain order, like `trades`. */
  readonly transfers: readonly TransferFact[]
  readonly trades: readonly TradeFact[]
}

/** @param rows the transfers of one transaction @param legs its trade legs */
export type VisitTransaction = (rows: readonly TransferFact[], legs: readonly TradeFact[]) => void

/**
 * Visits every transaction that moved the token, with its legs, in order of first transfers.
 *
 * @param least transactions with fewer transfers are skipped
 * @returns legs by transaction for transactions whose transfers are not stored, and whether visits were in chain order
 */
export function visitTransactions(
  { transfers, trades }: TokenRows,
  least: number,
  visit: VisitTransaction,
): { readonly unmoved: Map<string, readonly TradeFact[]>; readonly isOrdered: boolean } {
  const apart = legsWithoutTransfers({ transfers, trades })
  const moved = new Set<string>()
  let leg = 0
  /** False once a transaction is visited before one that precedes it. */
  let isOrdered = true
  let before: TransferFact | null = null
  for (let start = 0, end = 0; start < transfers.length; start = end) {
    const first = transfers[start]
    if (first === undefined) break
    const { tx, position } = first
    isOrdered &&= before === null || compareChainOrder(before, first) < 0
    before = first
    while (transfers[end]?.tx === tx) end++
    if (end - start < least) continue
    while (leg < trades.length && isEarlier(trades[leg], first)) leg++
    const legs: TradeFact[] = []
    for (let i = leg; trades[i]?.position.block === position.block && trades[i]?.position.tx === position.tx; i++) {
      const trade = trades[i]
      if (trade?.tx === tx) legs.push(trade)
    }
    if (apart.size > 0 && apart.has(tx)) {
      moved.add(tx)
      legs.splice(0, legs.length, ...(apart.get(tx) ?? []))
    }
    visit(end - start === 1 ? [first] : transfers.slice(start, end), legs)
  }
  for (const tx of moved) apart.delete(tx)
  return { unmoved: apart, isOrdered }
}

/** By position, then by transaction id, since not every row has a known position. */
export function compareChainOrder(
  { position: x, tx: a }: Pick<TransferFact, 'position' | 'tx'>,
  { position: y, tx: b }: Pick<TransferFact, 'position' | 'tx'>,
): number {
  return x.block - y.block || x.tx - y.tx || compareText(a, b)
}

function isEarlier(trade: TradeFact | undefined, transfer: TransferFact): boolean {
  if (trade === undefined) return false
  const { block, tx } = trade.position
  return block < transfer.position.block || (block === transfer.position.block && tx < transfer.position.tx)
}

/** By transaction, all legs of the transactions with a leg at a position without a transfer. */
function legsWithoutTransfers({ transfers, trades }: TokenRows): Map<string, TradeFact[]> {
  const found = new Map<string, TradeFact[]>()
  let at = 0
  for (const trade of trades) {
    for (let row = transfers[at]; row !== undefined && isBefore(row, trade); row = transfers[++at]);
    let isThere = false
    for (let i = at; !isThere && isAtPlaceOf(transfers[i], trade); i++) isThere = transfers[i]?.tx === trade.tx
    if (!isThere) found.set(trade.tx, [])
  }
  if (found.size > 0) for (const trade of trades) found.get(trade.tx)?.push(trade)
  return found
}

const isBefore = ({ position: x }: TransferFact, { position: y }: TradeFact): boolean => x.block < y.block || (x.block === y.block && x.tx < y.tx)
const isAtPlaceOf = (row: TransferFact | undefined, { position }: TradeFact): boolean =>
  row?.position.block === position.block && row.position.tx === position.tx
