import type { Passes } from './trade-filter.ts'
import type { TradeRow } from './trade-rows.ts'

/** Rows looked at between two looks at the clock. */
const STRIDE = 250

/**
 * Filters a long list that grows at its ends, in its order and in slices: the newest rows first, so that what is in sight is
 * right at once, the rest when there is time. While the same thing passes, a row is looked at once: those that join on top at
 * once, those that join at the bottom in their turn.
 */
export class SlicedFilter {
  #rows: readonly TradeRow[] = []
  #passes: Passes = () => true
  /** Rows looked at, from the newest on. */
  #looked = 0
  #found: TradeRow[] = []
  /** `#found` was handed out, so another one takes its place before it changes. */
  #isTold = false

  get isDone(): boolean {
    return this.#looked === this.#rows.length
  }

  /** What is known to pass; the same list as before where nothing joined it. */
  found(): readonly TradeRow[] {
    this.#isTold = true
    return this.#found
  }

  /**
   * Takes over what the list is now, and what passes; where rows went or came in between, all is looked at anew. True when another
   * thing passes than before.
   */
  ask(rows: readonly TradeRow[], passes: Passes): boolean {
    const isNew = passes !== this.#passes
    if (rows === this.#rows && !isNew) return false
    const known = isNew ? null : knownPart(this.#rows, rows)
    this.#passes = passes
    if (known === null) {
      this.#replace([])
      this.#looked = 0
    } else {
      this.#forget(known.kept)
      const joined = rows.slice(0, known.joined).filter(passes)
      if (joined.length > 0) this.#replace([...joined, ...this.#found])
      this.#looked = known.joined + Math.min(this.#looked, known.kept)
    }
    this.#rows = rows
    return isNew
  }

  /** Looks at further rows until all are looked at or `isLate`. */
  work(isLate: () => boolean): void {
    while (!this.isDone) {
      const until = Math.min(this.#rows.length, this.#looked + STRIDE)
      for (; this.#looked < until; this.#looked++) {
        const row = this.#rows[this.#looked]
        if (row === undefined || !this.#passes(row)) continue
        if (this.#isTold) this.#replace([...this.#found])
        this.#found.push(row)
      }
      if (isLate()) return
    }
  }

  /** Lets go of what was found among the oldest rows, where the list has let them go. */
  #forget(kept: number): void {
    const gone = new Set(this.#rows.slice(kept, this.#looked))
    let end = this.#found.length
    while (gone.has(this.#found[end - 1] as TradeRow)) end--
    if (end < this.#found.length) this.#replace(this.#found.slice(0, end))
  }

  #replace(found: TradeRow[]): void {
    this.#found = found
    this.#isTold = false
  }
}

/**
 * How many rows joined on top, and how many of the known ones still follow them; null where rows went or came in between. No row
 * is in a list twice, so the first and the last of the known rows tell where they lie.
 */
function knownPart(had: readonly TradeRow[], rows: readonly TradeRow[]): { readonly joined: number; readonly kept: number } | null {
  const [newest] = had
  const joined = newest === undefined ? -1 : rows.indexOf(newest)
  if (joined < 0) return null
  const kept = Math.min(had.length, rows.length - joined)
  return rows[joined + kept - 1] === had[kept - 1] ? { joined, kept } : null
}
