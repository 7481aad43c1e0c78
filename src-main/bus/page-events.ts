import type { Trade } from '../../src-shared/domain/events.ts'
import type { RevertedTrades, StoredTrades } from './events.ts'

/** Stored trades with their rows, and retractions, which share the numbering of the rows (src-main/store/tables/trades/reverted-trades.ts). */
interface StoredPage {
  readonly trades: readonly Trade[]
  readonly rows: readonly number[]
  readonly retracted: readonly { readonly trade: Trade; readonly row: number; readonly retraction: number }[]
}

/** A trade or its retraction. The number of a retraction is not the trade's row. */
export interface PageEntry {
  readonly kind: (StoredTrades | RevertedTrades)['kind']
  readonly trade: Trade
  readonly row: number
  readonly number: number
}

/** The trades and retractions of a page, in the order in which they were stored and first published. */
export function inOrder({ trades, rows, retracted }: StoredPage): PageEntry[] {
  const stored = trades.map((trade, n): PageEntry => ({ kind: 'stored', trade, row: rows[n] ?? 0, number: rows[n] ?? 0 }))
  const reverted = retracted.map(({ trade, row, retraction }): PageEntry => ({ kind: 'reverted', trade, row, number: retraction }))
  return [...stored, ...reverted].sort((a, b) => a.number - b.number)
}

/** The entries as events, one for each run of the same kind. */
export function eventsOf(entries: readonly PageEntry[]): (StoredTrades | RevertedTrades)[] {
  const runs: PageEntry[][] = []
  for (const entry of entries) {
    if (runs.at(-1)?.[0]?.kind === entry.kind) runs.at(-1)?.push(entry)
    else runs.push([entry])
  }
  return runs.map((run) => {
    const lists = { trades: run.map(({ trade }) => trade), rows: run.map(({ row }) => row) }
    return run[0]?.kind === 'reverted' ? { kind: 'reverted', ...lists, retractions: run.map(({ number }) => number) } : { kind: 'stored', ...lists }
  })
}
