import type { TradeRow } from './trade-rows.ts'

/** Rows kept at most; older ones are let go, in strokes of a tenth. */
export const MOST_ROWS = 100_000

/** The trades known so far, newest first, each once, from whichever side they came. */
export class TradeBook {
  #rows: readonly TradeRow[] = []
  readonly #known = new Set<string>()
  readonly #most: number

  constructor(most = MOST_ROWS) {
    this.#most = most
  }

  get rows(): readonly TradeRow[] {
    return this.#rows
  }

  /** Adds what is not known yet; `rows` newest first. Returns how many were new. */
  add(rows: readonly TradeRow[]): number {
    const fresh = rows.filter((row) => !this.#known.has(row.id))
    if (fresh.length === 0) return 0
    for (const row of fresh) this.#known.add(row.id)
    this.#rows = joined(fresh, this.#rows)
    return fresh.length
  }

  /** Takes out everything from a block on: the chain took it back. */
  withdraw(from: number): void {
    for (const row of this.#rows) if (row.block >= from) this.#known.delete(row.id)
    this.#rows = this.#rows.filter((row) => row.block < from)
  }

  /** Lets the oldest go where there are too many; true when it did. */
  trim(): boolean {
    if (this.#rows.length <= this.#most * 1.1) return false
    for (const row of this.#rows.slice(this.#most)) this.#known.delete(row.id)
    this.#rows = this.#rows.slice(0, this.#most)
    return true
  }
}

/** Both lists are newest first. Mostly one lies wholly before the other; a filled gap lies between. */
function joined(fresh: readonly TradeRow[], known: readonly TradeRow[]): readonly TradeRow[] {
  const newest = known[0]
  const oldest = known.at(-1)
  if (newest === undefined || oldest === undefined) return fresh
  if ((fresh.at(-1)?.block ?? 0) >= newest.block) return [...fresh, ...known]
  if ((fresh[0]?.block ?? 0) <= oldest.block) return [...known, ...fresh]
  // The sort is stable: within a block the order of each list stands.
  return [...fresh, ...known].sort((a, b) => b.block - a.block)
}
