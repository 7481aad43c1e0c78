/**
 * What stages of a count gave, kept for the next count of the same token. A stage is a pure function of what it names: when
 * all of that is the very same as last time, so is its result. Whoever changes a named thing must make a new one; only lists,
 * maps and sets may be added to, and then tell by their size that they were.
 */
export interface Memory {
  /** The result of last time when every one of `from` is the same as then, else that of `compute`, which is given the last one. */
  keep<T>(stage: string, from: readonly unknown[], compute: (before: T | undefined) => T): T
  /**
   * What `add` makes of rows, one after the other. Where only rows came to the end of the list since last time, only those
   * are added to what the others had made; so a count that goes on and one that begins anew run the same code.
   */
  fold<S, Row>(stage: string, from: readonly unknown[], rows: readonly Row[], begin: () => S, add: (state: S, row: Row) => void): S
  /**
   * How many rows at the beginning of the facts' `transfers` and `trades` are those of the facts counted last, all others
   * being of later blocks; null when nothing was counted before.
   */
  readonly known: KnownRows | null
}

export interface KnownRows {
  readonly transfers: number
  readonly trades: number
}

/** A memory of nothing yet. Whoever gathers facts for it says before each count how many rows of them it knows. */
export function createMemory(): Memory & { known: KnownRows | null } {
  const kept = new Map<string, Kept & { readonly result: unknown }>()
  const folded = new Map<string, Folding>()
  return {
    known: null,
    keep<T>(stage: string, from: readonly unknown[], compute: (before: T | undefined) => T): T {
      const last = kept.get(stage)
      if (last !== undefined && isOf(last, from)) return last.result as T
      const result = compute(last?.result as T | undefined)
      kept.set(stage, { from, sizes: from.map(sizeOf), result })
      return result
    },
    fold<S, Row>(stage: string, from: readonly unknown[], rows: readonly Row[], begin: () => S, add: (state: S, row: Row) => void): S {
      const last = folded.get(stage)
      const going = last?.rows === rows && isOf(last, from) ? last : { rows, from, sizes: from.map(sizeOf), state: begin(), done: 0 }
      folded.set(stage, going)
      const state = going.state as S
      for (; going.done < rows.length; going.done++) add(state, rows[going.done] as Row)
      return state
    },
  }
}

interface Kept {
  readonly from: readonly unknown[]
  /** Of what it was made from, at that time. */
  readonly sizes: readonly number[]
}

interface Folding extends Kept {
  readonly rows: readonly unknown[]
  readonly state: unknown
  /** Rows that are in the state. */
  done: number
}

/** What was made for one key, kept as long as `from` and all that was named for the key are the very same. */
export function keepEach<T>(memory: Memory, stage: string, from: readonly unknown[]): (key: string, of: readonly unknown[], make: () => T) => T {
  const kept = memory.keep(stage, from, () => new Map<string, Kept & { readonly result: T }>())
  return (key, of, make) => {
    const before = kept.get(key)
    if (before !== undefined && isOf(before, of)) return before.result
    const result = make()
    kept.set(key, { from: of, sizes: of.map(sizeOf), result })
    return result
  }
}

const isOf = (last: Kept, from: readonly unknown[]): boolean =>
  last.from.length === from.length && from.every((one, i) => isUnchanged(one, last.from[i], last.sizes[i]))
const isUnchanged = (now: unknown, then: unknown, size: number | undefined): boolean => Object.is(now, then) && sizeOf(now) === size

function sizeOf(one: unknown): number {
  if (Array.isArray(one)) return one.length
  return one instanceof Map || one instanceof Set ? one.size : 0
}

/** Puts rows to the end of a list that only its owner adds to, and answers that very list. */
export function grow<T>(list: readonly T[], more: readonly T[]): readonly T[] {
  const own = list as T[]
  for (const row of more) own.push(row)
  return own
}

/** `before` where it has the same members as `now`: what was made from it stands. */
export function steadySet<T>(before: ReadonlySet<T> | undefined, now: ReadonlySet<T>): ReadonlySet<T> {
  if (before?.size !== now.size) return now
  for (const member of now) if (!before.has(member)) return now
  return before
}

/** `before` where it has rows of the same content as `now`, in the same order. Rows are plain values and lists of them. */
export function steadyRows<T extends object>(before: readonly T[] | undefined, now: readonly T[]): readonly T[] {
  if (before?.length !== now.length) return now
  return now.every((row, i) => isSame(row, before[i])) ? before : now
}

function isSame(x: unknown, y: unknown): boolean {
  if (Object.is(x, y)) return true
  if (typeof x !== 'object' || typeof y !== 'object' || x === null || y === null) return false
  const entries = Object.entries(x)
  return entries.length === Object.keys(y).length && entries.every(([key, value]) => isSame(value, (y as Record<string, unknown>)[key]))
}

/** Decides on each address once, however often it is asked about. */
export function decidedOnce<T>(decide: (address: string) => T): (address: string) => T {
  const decided = new Map<string, T>()
  return (address) => {
    const before = decided.get(address)
    if (before !== undefined) return before
    const now = decide(address)
    decided.set(address, now)
    return now
  }
}
