import { startTransition, useEffect, useRef, useState } from 'react'
import { buildCandles, type Candles } from './candles.ts'
import { timeBudget, SLICE_MS } from '../filter/time-budget.ts'
import type { TradeRow } from '../tape/trade-rows.ts'

/** Refresh interval of statistics over all rows. More rows mean a longer interval. */
const REFRESH_MS = 1_000
const ROWS_PER_REFRESH = 50_000

/** Statistics over all rows. */
interface TradeStats {
  readonly candles: Candles | null
  /** Whether any trade has a USD value. */
  readonly priced: boolean
  /** Sorted alphabetically. */
  readonly venues: readonly string[]
}

/**
 * Statistics of the rows, with candles of `span` seconds (null: automatic). Refreshed about once a second, and computed in time slices between
 * frames.
 */
export function useTradeStats(rows: readonly TradeRow[], span: number | null): TradeStats {
  const [published, setPublished] = useState(() => ({ rows, span, stats: runToEnd(computeStats(rows, span)) }))
  // The first rows, and a change of the candle span, are processed immediately.
  if ((published.rows.length === 0 && rows.length > 0) || published.span !== span) {
    setPublished({ rows, span, stats: runToEnd(computeStats(rows, span)) })
  }
  const latest = useRef({ rows, span })
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => {
    latest.current = { rows, span }
    if (timer.current !== null) return
    const later = (): void => void (timer.current = setTimeout(begin, REFRESH_MS * Math.ceil((latest.current.rows.length + 1) / ROWS_PER_REFRESH)))
    const begin = (): void => {
      const source = latest.current
      const work = computeStats(source.rows, source.span)
      const slice = (): void => {
        const stats = runUntil(work, timeBudget(SLICE_MS))
        if (stats === null) return void (timer.current = setTimeout(slice))
        timer.current = null
        startTransition(() => setPublished((had) => ({ ...source, stats: { ...stats, venues: keepEqual(had.stats.venues, stats.venues) } })))
        if (latest.current !== source) later()
      }
      slice()
    }
    later()
  }, [rows, span])
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
      timer.current = null
    },
    [],
  )
  return published.stats
}

function* computeStats(rows: readonly TradeRow[], span: number | null): Generator<void, TradeStats> {
  const candles = yield* buildCandles(rows, span)
  const priced = rows.some((row) => row.usd !== null)
  yield
  return { candles, priced, venues: [...new Set(rows.map(({ dex }) => dex))].sort() }
}

/** Advances a generator until `isLate`; null if unfinished. */
function runUntil<T>(work: Iterator<void, T>, isLate: () => boolean): T | null {
  do {
    const { done, value } = work.next()
    if (done === true) return value
  } while (!isLate())
  return null
}

function runToEnd<T>(work: Iterator<void, T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
  }
}

/** Returns the previous array if the content is equal. */
function keepEqual(had: readonly string[], now: readonly string[]): readonly string[] {
  return had.join('\n') === now.join('\n') ? had : now
}
