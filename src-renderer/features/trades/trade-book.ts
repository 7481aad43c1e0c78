import type { TradeRow } from './trade-rows.ts'

/** Rows kept at most; older ones are let go, in strokes of a tenth. */
export const MOST_ROWS = 100_000

/** The trades known so far, newest first, each once, from whichever side they came. */
export class TradeBook {
  #rows: readonly TradeRow[] = []
  /** What came on top of `#rows` since they were last asked for whole: joining a hundred thousand rows for each stroke is work. */
  #top: readonly TradeRow[] = []
  readonly #known = new Set<string>()
  readonly #most: number

  constructor(most = MOST_ROWS) {
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

  /** -1 where it is not among them. */
  indexOf(row: TradeRow): number {
    const above = this.#top.indexOf(row)
    if (above >= 0) return above
    const at = this.#rows.indexOf(row)
    return at < 0 ? -1 : this.#top.length + at
  }

  /** Adds what is not known yet; `rows` newest first. Returns how many were new. */
  add(rows: readonly TradeRow[]): number {
    const fresh = rows.filter((row) => !this.#known.has(row.id))
    const oldest = fresh.at(-1)
    if (oldest === undefined) return 0
    for (const row of fresh) this.#known.add(row.id)
    if (oldest.block >= (this.at(0)?.block ?? -1)) this.#top = [...fresh, ...this.#top]
    else this.#rows = joined(fresh, this.rows)
    return fresh.length
  }

  /** Takes out everything from a block on: the chain took it back. */
  withdraw(from: number): void {
    for (const row of this.rows) if (row.block >= from) this.#known.delete(row.id)
    this.#rows = this.rows.filter((row) => row.block < from)
  }

  /** Lets the oldest go where there are too many; true when it did. */
  trim(): boolean {
    if (this.length <= this.#most * 1.1) return false
    for (const row of this.rows.slice(this.#most)) this.#known.delete(row.id)
    this.#rows = this.rows.slice(0, this.#most)
    return true
  }
}

/** Both lists are newest first. What is older than all that is known goes below; a filled gap lies between. */
function joined(fresh: readonly TradeRow[], known: readonly TradeRow[]): readonly TradeRow[] {
  if ((fresh[0]?.block ?? 0) <= (known.at(-1)?.block ?? 0)) return [...known, ...fresh]
  // The sort is stable: within a block the order of each list stands.
  return [...fresh, ...known].sort((a, b) => b.block - a.block)
}
