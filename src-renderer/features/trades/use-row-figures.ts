import { startTransition, useEffect, useRef, useState } from 'react'
import { candlesOf, type Candles } from './candles.ts'
import { lateAfter, SLICE_MS } from './slice.ts'
import type { TradeRow } from './trade-rows.ts'

/** How often figures over all rows are worked out anew while trades stream in: the more rows, the less often. */
const CALM_MS = 1_000
const ROWS_A_CALM = 50_000

/** What all rows together tell. */
interface RowFigures {
  readonly candles: Candles | null
  /** Whether any trade has a value in dollars. */
  readonly priced: boolean
  /** In the order of the alphabet. */
  readonly venues: readonly string[]
}

/**
 * The figures of the rows as they were a second ago, or a little longer where there are many: charts need not be redrawn with
 * every frame. They are worked out in slices between frames, so that no key waits for them.
 */
export function useRowFigures(rows: readonly TradeRow[]): RowFigures {
  const [told, setTold] = useState(() => ({ rows, figures: whole(figuresOf(rows)) }))
  // What fills an empty view is shown at once.
  if (told.rows.length === 0 && rows.length > 0) setTold({ rows, figures: whole(figuresOf(rows)) })
  const latest = useRef(rows)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => {
    latest.current = rows
    if (timer.current !== null) return
    const later = (): void => void (timer.current = setTimeout(begin, CALM_MS * Math.ceil((latest.current.length + 1) / ROWS_A_CALM)))
    const begin = (): void => {
      const asked = latest.current
      const work = figuresOf(asked)
      const slice = (): void => {
        const figures = advance(work, lateAfter(SLICE_MS))
        if (figures === null) return void (timer.current = setTimeout(slice))
        timer.current = null
        startTransition(() => setTold((had) => ({ rows: asked, figures: { ...figures, venues: sameWords(had.figures.venues, figures.venues) } })))
        if (latest.current !== asked) later()
      }
      slice()
    }
    later()
  }, [rows])
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
      timer.current = null
    },
    [],
  )
  return told.figures
}

function* figuresOf(rows: readonly TradeRow[]): Generator<void, RowFigures> {
  const candles = yield* candlesOf(rows)
  const priced = rows.some((row) => row.usd !== null)
  yield
  return { candles, priced, venues: [...new Set(rows.map(({ dex }) => dex))].sort() }
}

/** Works on until `isLate`; null where something is left. */
function advance<T>(work: Iterator<void, T>, isLate: () => boolean): T | null {
  do {
    const { done, value } = work.next()
    if (done === true) return value
  } while (!isLate())
  return null
}

/** All of it at once. */
function whole<T>(work: Iterator<void, T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
  }
}

/** The list that was there before where it says the same. */
function sameWords(had: readonly string[], now: readonly string[]): readonly string[] {
  return had.join('\n') === now.join('\n') ? had : now
}
