import { startTransition, useLayoutEffect, useState } from 'react'
import { lateAfter, SLICE_MS } from './slice.ts'
import { SlicedFilter } from './sliced-filter.ts'
import type { Passes } from './trade-filter.ts'
import type { TradeRow } from './trade-rows.ts'

/** Rows found later come in strokes: each costs a drawing of the table. Until the first one, what passed before stays. */
const TELL_MS = 150
/** The first slice is mostly the only one, and saves the drawing that a second would cost. */
const FIRST_SLICE_MS = 8

interface Filtered {
  readonly rows: readonly TradeRow[]
  /** All rows are looked at; until then `rows` are the newest that pass. */
  readonly isDone: boolean
}

/**
 * The rows that pass, looked for in slices between frames, so that a key is answered before the table is; a `passes` of null lets
 * all through. `before`: what there is before anything was looked for.
 */
export function useFilteredRows(rows: readonly TradeRow[], passes: Passes | null, before = rows): Filtered {
  const [filter] = useState(() => new SlicedFilter())
  const [told, setTold] = useState<Filtered | null>(null)
  if (passes === null && told !== null) setTold(null)
  // Before the browser draws: what the first slice finds is in the very frame that asks for it.
  useLayoutEffect(() => {
    if (passes === null) return undefined
    let toldAt = filter.ask(rows, passes) ? performance.now() : -Infinity
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = (): void => {
      toldAt = performance.now()
      const next = { rows: filter.found(), isDone: filter.isDone }
      setTold((had) => (had?.rows === next.rows && had.isDone === next.isDone ? had : next))
    }
    const isDue = (): boolean => filter.isDone || performance.now() - toldAt > TELL_MS
    const further = (): void => {
      filter.work(lateAfter(SLICE_MS))
      // A key that is pressed meanwhile goes first.
      if (isDue()) startTransition(tell)
      if (!filter.isDone) timer = setTimeout(further)
    }
    filter.work(lateAfter(FIRST_SLICE_MS))
    if (isDue()) tell()
    if (!filter.isDone) timer = setTimeout(further)
    return () => clearTimeout(timer)
  }, [filter, rows, passes])
  return passes === null ? { rows, isDone: true } : (told ?? { rows: before, isDone: true })
}
