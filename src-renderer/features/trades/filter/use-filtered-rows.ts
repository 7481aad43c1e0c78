import { startTransition, useLayoutEffect, useState } from 'react'
import { timeBudget, SLICE_MS } from './time-budget.ts'
import { IncrementalFilter } from './incremental-filter.ts'
import type { TradePredicate } from './trade-filter.ts'
import type { TradeRow } from '../tape/trade-rows.ts'

/** Later results are published in batches, because each one renders the table. The previous result stays until the first batch. */
const PUBLISH_MS = 150
/** The first slice usually finishes the work and saves a second render. */
const FIRST_SLICE_MS = 8

interface Filtered {
  readonly rows: readonly TradeRow[]
  /** Whether all rows were tested. Until then, `rows` are the newest matches. */
  readonly isDone: boolean
}

/**
 * Filters rows in time slices between frames, so that keys are handled first. A null predicate keeps every row. `before` is returned until the first
 * result.
 */
export function useFilteredRows(rows: readonly TradeRow[], predicate: TradePredicate | null, before = rows): Filtered {
  const [filter] = useState(() => new IncrementalFilter())
  const [published, setPublished] = useState<Filtered | null>(null)
  if (predicate === null && published !== null) setPublished(null)
  // Before paint: the first slice is part of the frame that starts it.
  useLayoutEffect(() => {
    if (predicate === null) return undefined
    let publishedAt = filter.update(rows, predicate) ? performance.now() : -Infinity
    let timer: ReturnType<typeof setTimeout> | undefined
    const publish = (): void => {
      publishedAt = performance.now()
      const next = { rows: filter.matches(), isDone: filter.isDone }
      setPublished((had) => (had?.rows === next.rows && had.isDone === next.isDone ? had : next))
    }
    const isDue = (): boolean => filter.isDone || performance.now() - publishedAt > PUBLISH_MS
    const runSlice = (): void => {
      filter.work(timeBudget(SLICE_MS))
      // Pending input goes first.
      if (isDue()) startTransition(publish)
      if (!filter.isDone) timer = setTimeout(runSlice)
    }
    filter.work(timeBudget(FIRST_SLICE_MS))
    if (isDue()) publish()
    if (!filter.isDone) timer = setTimeout(runSlice)
    return () => clearTimeout(timer)
  }, [filter, rows, predicate])
  return predicate === null ? { rows, isDone: true } : (published ?? { rows: before, isDone: true })
}
