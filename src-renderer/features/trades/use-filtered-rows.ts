import { useEffect, useReducer, useState } from 'react'
import { SlicedFilter } from './sliced-filter.ts'
import type { Passes } from './trade-filter.ts'
import type { TradeRow } from './trade-rows.ts'

/** Work between two chances for the browser to draw and to listen. */
const SLICE_MS = 4
/** Rows found later come in strokes: each costs a drawing of the table. */
const TELL_MS = 150

interface Filtered {
  readonly rows: readonly TradeRow[]
  /** All rows are looked at; until then `rows` are the newest that pass. */
  readonly isDone: boolean
}

/** The rows that pass, in slices between frames; a `passes` of null lets all through. */
export function useFilteredRows(rows: readonly TradeRow[], passes: Passes | null): Filtered {
  const [filter] = useState(() => new SlicedFilter())
  const [, tell] = useReducer((times: number) => times + 1, 0)
  if (passes !== null) {
    filter.ask(rows, passes)
    // The rows in sight are mostly among the first, and a page of older ones takes less than a slice.
    filter.work(lateAfter(SLICE_MS))
  }
  const isDone = passes === null || filter.isDone
  useEffect(() => {
    if (isDone) return undefined
    let told = performance.now()
    let timer = setTimeout(function slice() {
      filter.work(lateAfter(SLICE_MS))
      if (filter.isDone || performance.now() - told > TELL_MS) {
        told = performance.now()
        tell()
      }
      if (!filter.isDone) timer = setTimeout(slice)
    })
    return () => clearTimeout(timer)
  }, [filter, passes, isDone])
  return { rows: passes === null ? rows : filter.found(), isDone }
}

function lateAfter(ms: number): () => boolean {
  const end = performance.now() + ms
  return () => performance.now() >= end
}
