import type { TradePredicate } from './trade-filter.ts'
import type { TradeRow } from '../tape/trade-rows.ts'

/** Rows processed between clock reads. */
const BATCH_ROWS = 250

/**
 * Filters a growing list incrementally, newest rows first, in time slices. While the predicate stays the same, each row is tested once: rows added on
 * top immediately, rows added at the bottom in order.
 */
export class IncrementalFilter {
  #rows: readonly TradeRow[] = []
  #predicate: TradePredicate = () => true
  /** Number of rows tested, starting from the newest. */
  #tested = 0
  #matches: TradeRow[] = []
  /** `#matches` was returned to a caller, so it must be copied before the next change. */
  #isShared = false

  get isDone(): boolean {
    return this.#tested === this.#rows.length
  }

  /** Rows known to match; the same array if nothing was added. */
  matches(): readonly TradeRow[] {
    this.#isShared = true
    return this.#matches
  }

  /** Adopts the current list and predicate. If rows changed in between, all are tested again. Returns true for a new predicate. */
  update(rows: readonly TradeRow[], predicate: TradePredicate): boolean {
    const isNew = predicate !== this.#predicate
    if (rows === this.#rows && !isNew) return false
    const known = isNew ? null : findOverlap(this.#rows, rows)
    this.#predicate = predicate
    if (known === null) {
      this.#replace([])
      this.#tested = 0
    } else {
      this.#dropOldest(known.kept)
      const joined = rows.slice(0, known.joined).filter(predicate)
      if (joined.length > 0) this.#replace([...joined, ...this.#matches])
      this.#tested = known.joined + Math.min(this.#tested, known.kept)
    }
    this.#rows = rows
    return isNew
  }

  /** Tests rows until done or `isLate`. */
  work(isLate: () => boolean): void {
    while (!this.isDone) {
      const until = Math.min(this.#rows.length, this.#tested + BATCH_ROWS)
      for (; this.#tested < until; this.#tested++) {
        const row = this.#rows[this.#tested]
        if (row === undefined || !this.#predicate(row)) continue
        if (this.#isShared) this.#replace([...this.#matches])
        this.#matches.push(row)
      }
      if (isLate()) return
    }
  }

  /** Drops matches among the oldest rows that left the list. */
  #dropOldest(kept: number): void {
    const gone = new Set(this.#rows.slice(kept, this.#tested))
    let end = this.#matches.length
    while (gone.has(this.#matches[end - 1] as TradeRow)) end--
    if (end < this.#matches.length) this.#replace(this.#matches.slice(0, end))
  }

  #replace(found: TradeRow[]): void {
    this.#matches = found
    this.#isShared = false
  }
}

/**
 * How many rows were added on top, and how many known rows follow; null if rows changed in between. Rows are unique, so comparing the first and last
 * known row suffices.
 */
function findOverlap(had: readonly TradeRow[], rows: readonly TradeRow[]): { readonly joined: number; readonly kept: number } | null {
  const [newest] = had
  const joined = newest === undefined ? -1 : rows.indexOf(newest)
  if (joined < 0) return null
  const kept = Math.min(had.length, rows.length - joined)
  return rows[joined + kept - 1] === had[kept - 1] ? { joined, kept } : null
}
