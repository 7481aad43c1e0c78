import type { TradeRow } from './trade-rows.ts'

/** Row limit. The oldest tenth is dropped at a time. */
const MAX_ROWS = 100_000

/** All known trades, newest first, without duplicates. */
export class TradeBuffer {
  #rows: readonly TradeRow[] = []
  /** Rows added on top since `rows` was last read. Merging 100,000 rows per batch is expensive. */
  #top: readonly TradeRow[] = []
  readonly #known = new Set<string>()
  readonly #most: number

  constructor(most = MAX_ROWS) {
    this.#most = most
  }

  get rows(): readonly TradeRow[] {
    if (this.#top.length > 0) this.#rows = [...this.#top, ...this.#rows]
    this.#top = []
    return this.#rows
  }

  get length(): number {
    return this.#top.length + this.#rows.length
  }

  at(index: number): TradeRow | undefined {
    return index < this.#top.length ? this.#top[index] : this.#rows[index - this.#top.length]
  }

  /** -1 if the row is unknown. */
  indexOf(row: TradeRow): number {
    const above = this.#top.indexOf(row)
    if (above >= 0) return above
    const at = this.#rows.indexOf(row)
    return at < 0 ? -1 : this.#top.length + at
  }

  /** Adds unknown rows (newest first) and returns how many were new. */
  add(rows: readonly TradeRow[]): number {
    const fresh = rows.filter((row) => !this.#known.has(row.id))
    const oldest = fresh.at(-1)
    if (oldest === undefined) return 0
    for (const row of fresh) this.#known.add(row.id)
    if (oldest.block >= (this.at(0)?.block ?? -1)) this.#top = [...fresh, ...this.#top]
    else this.#rows = mergeRows(fresh, this.rows)
    return fresh.length
  }

  /** Removes all rows from a block on. */
  revert(from: number): void {
    for (const row of this.rows) if (row.block >= from) this.#known.delete(row.id)
    this.#rows = this.rows.filter((row) => row.block < from)
  }

  /** Drops the oldest rows above the limit; true if any were dropped. */
  trim(): boolean {
    if (this.length <= this.#most * 1.1) return false
    for (const row of this.rows.slice(this.#most)) this.#known.delete(row.id)
    this.#rows = this.rows.slice(0, this.#most)
    return true
  }
}

/** Merges two lists, both newest first: older rows are appended, rows of a filled gap are sorted in. */
function mergeRows(fresh: readonly TradeRow[], known: readonly TradeRow[]): readonly TradeRow[] {
  if ((fresh[0]?.block ?? 0) <= (known.at(-1)?.block ?? 0)) return [...known, ...fresh]
  // The sort is stable, so within a block each list keeps its order.
  return [...fresh, ...known].sort((a, b) => b.block - a.block)
}
