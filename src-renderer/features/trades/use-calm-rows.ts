import { useEffect, useRef, useState } from 'react'
import type { TradeRow } from './trade-rows.ts'

/** How often figures over all rows are worked out anew while trades stream in: the more rows, the less often. */
const CALM_MS = 1_000
const ROWS_A_CALM = 50_000

/** The rows as they were a second ago, or a little longer where there are many: charts need not be redrawn with every frame. */
export function useCalmRows(rows: readonly TradeRow[]): readonly TradeRow[] {
  const [calm, setCalm] = useState(rows)
  const latest = useRef(rows)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => {
    latest.current = rows
    if (timer.current !== null) return
    timer.current = setTimeout(
      () => {
        timer.current = null
        setCalm(latest.current)
      },
      CALM_MS * Math.ceil((rows.length + 1) / ROWS_A_CALM),
    )
  }, [rows])
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
      timer.current = null
    },
    [],
  )
  // What fills an empty view is shown at once.
  return calm.length === 0 ? rows : calm
}
