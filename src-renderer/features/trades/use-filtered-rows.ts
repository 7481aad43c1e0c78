import { startTransition, useEffect, useState } from 'react'
import { lateAfter, SLICE_MS } from './slice.ts'
import { SlicedFilter } from './sliced-filter.ts'
import type { Passes } from './trade-filter.ts'
import type { TradeRow } from './trade-rows.ts'

/** Rows found later come in strokes: each costs a drawing of the table. */
const TELL_MS = 150

interface Filtered {
  readonly rows: readonly TradeRow[]
  /** All rows are looked at; until then `rows` are the newest that pass, or what passed before. */
  readonly isDone: boolean
}

interface Told extends Filtered {
  readonly passes: Passes
}

/** The rows that pass, looked for in slices between frames, so that a key is answered before the table is; a `passes` of null lets all through. */
export function useFilteredRows(rows: readonly TradeRow[], passes: Passes | null): Filtered {
  const [filter] = useState(() => new SlicedFilter())
  const [told, setTold] = useState<Told | null>(null)
  if (passes === null && told !== null) setTold(null)
  useEffect(() => {
    if (passes === null) return undefined
    const isNew = filter.ask(rows, passes)
    const tell = (): void => {
      const next = { rows: filter.found(), isDone: filter.isDone, passes }
      setTold((had) => (had?.rows === next.rows && had.isDone === next.isDone && had.passes === passes ? had : next))
    }
    let last = -Infinity
    let timer: ReturnType<typeof setTimeout> | undefined
    const slice = (): void => {
      filter.work(lateAfter(SLICE_MS))
      if (filter.isDone || performance.now() - last > TELL_MS) {
        last = performance.now()
        // What is found at once is shown at once; the rest may wait for a key that is pressed meanwhile.
        if (isNew && filter.isDone && timer === undefined) tell()
        else startTransition(tell)
      }
      if (!filter.isDone) timer = setTimeout(slice)
    }
    slice()
    return () => clearTimeout(timer)
  }, [filter, rows, passes])
  if (passes === null) return { rows, isDone: true }
  return told === null ? { rows, isDone: false } : { rows: told.rows, isDone: told.isDone && told.passes === passes }
}
